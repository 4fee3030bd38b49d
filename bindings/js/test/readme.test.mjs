import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const root = new URL('..', import.meta.url);
const listings = [...readFileSync(new URL('README.md', root), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text);

test('the README has listings', () => assert.ok(listings.length >= 4));
for (const text of listings) {
  test(`a listing of the README runs: ${text.split('\n')[0]}`, () => {
    const strict = text.replaceAll('console.assert(', "(await import('node:assert')).ok(");
    execFileSync(process.execPath, ['--input-type=module', '--eval', strict], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  });
}
