/** Exports of the modules of compiled decoders; they come without types. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const open: (options: {
    readonly wasmBinary: ArrayBuffer;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }) => Promise<{ readonly J2KDecoder: new () => object }>;
  export default open;
}
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const open: (options: {
    readonly wasmBinary: ArrayBuffer;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }) => Promise<{ readonly JpegLSDecoder: new () => object }>;
  export default open;
}
declare module 'jpeg-lossless-decoder-js' {
  export class Decoder {
    readonly frame: {
      readonly dimX: number;
      readonly dimY: number;
      readonly numComp: number;
      readonly precision: number;
    };
    decompress(buffer: ArrayBuffer, offset: number, length: number): ArrayBufferLike;
  }
}
