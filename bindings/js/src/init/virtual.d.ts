declare module 'virtual:wasm' {
  /** The module, deflated, in base64. */
  const text: string;
  export default text;
}
