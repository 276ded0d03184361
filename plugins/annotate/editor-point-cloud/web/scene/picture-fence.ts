/** Milliseconds between two looks at a picture that is being drawn. */
const EACH_MS = 3;

/** Notices when WebGL has drawn a picture. The page is not held meanwhile, as it would be by reading a pixel. */
export class PictureFence {
  readonly #gl: WebGL2RenderingContext;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** True while a picture is waited for. */
  get pending(): boolean {
    return this.#looking !== undefined;
  }

  /** Calls back once all that was drawn so far is done, or lost with the graphics. */
  wait(done: () => void): void {
    clearTimeout(this.#looking);
    const gl = this.#gl;
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const look = (): void => {
      if (sync !== null && !gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED) {
        this.#looking = setTimeout(look, EACH_MS);
        return;
      }
      gl.deleteSync(sync);
      this.#looking = undefined;
      done();
    };
    this.#looking = setTimeout(look, EACH_MS);
  }

  dispose(): void {
    clearTimeout(this.#looking);
    this.#looking = undefined;
  }
}
