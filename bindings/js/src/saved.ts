import { CuelineError } from './error.ts';
import { withBytes } from './runtime.ts';

/** The version of saves; the first byte of one. */
const VERSION = 1;

/** The address of what the module makes of a save. */
export function addressOfSave(bytes: Uint8Array, load: (start: number, length: number) => number): number {
  if (!(bytes instanceof Uint8Array)) throw new CuelineError('argument', 'load', bytes, 'a Uint8Array of `save()`');
  if (bytes.length > 0 && bytes[0] !== VERSION) {
    throw new CuelineError('other-version', 'load', `a save of version ${bytes[0]}`, `one of version ${VERSION}`);
  }
  const address = withBytes(bytes, load);
  if (address !== 0) return address;
  throw new CuelineError('damaged-save', 'load', `${bytes.length} bytes that are no save`, 'the bytes of `save()`');
}
