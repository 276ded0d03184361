/**
 * Foreign code in the browser, sealed: people's TypeScript is compiled to one script and run where it reaches nothing
 * but one port.
 *
 *     const { code, problems } = await bundler.bundle(
 *       {
 *         entry: 'main.ts',
 *         files: { 'main.ts': text },
 *         modules: { '@loupe/sdk/form': formSdk },
 *         guard: { milliseconds: TURN_MS },
 *       },
 *       signal,
 *     );
 *     if (code === undefined) return show(problems);
 *     const sandbox = sandboxes.open({ code, title: 'Form script', onFault: fault => … });
 *     const peer = new BridgePeer(sandbox.transport, handlers);
 *     await sandbox.ready;
 *     …
 *     sandbox.stop();
 *
 * Without `host` the code runs in a worker: it has no document, cannot navigate, and a loop in it holds up nobody. With
 * `host` it has a frame with a document in that element. {@link Bundler} and {@link Sandboxes} are services of the
 * core. The guest reads the free name `transport`, of the form of `BridgeTransport`; sources of SDK modules declare it:
 * `declare const transport: BridgeTransport`.
 */
export { TURN_MS } from '../common/index.ts';
export type { BundleProblem, BundleRequest, BundleResult } from '../common/index.ts';
export { Bundler } from './bundler.ts';
export { Sandboxes } from './sandboxes.ts';
export type { Sandbox, SandboxOptions } from './sandbox.ts';
export type { SandboxFault } from './sandbox-fault.ts';
