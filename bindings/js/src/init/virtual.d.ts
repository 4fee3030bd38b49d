declare module 'virtual:wasm' {
  /** The module: deflated, in base64, or as `pack` makes it. */
  const text: string;
  export default text;
}
declare module 'virtual:unpacker' {
  /** The module that unpacks what `pack` made, in base64. */
  const text: string;
  export default text;
}
