// What a recorder writes: a header, then one record a line. `node RECORDER SEED COUNT`.

export const seed = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 100);

/** A number as JSON can carry it. */
export function number(value) {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : value;
  return String(value);
}

/** Writes the header and COUNT records, each made from its index. */
export function write(header, record) {
  const lines = [{ kind: "header", ...header, seed }];
  for (let index = 0; index < count; index++) lines.push(record(index));
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), () => process.exit(0));
}
