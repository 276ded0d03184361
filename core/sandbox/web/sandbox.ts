import type { BridgeTransport } from '#sdk/bridge/index.ts';
import type { SandboxFault } from './sandbox-fault.ts';

/** Code to run and the place to run it. */
export interface SandboxOptions {
  /**
   * A script as the bundler makes it; it is evaluated with the free name `transport`, whose form is `BridgeTransport`.
   */
  readonly code: string;
  /** Name of the frame for assistive software. */
  readonly title: string;
  /**
   * The container of the frame, which it fills. Absent = faceless: the code runs in a worker of a hidden frame and has
   * no document.
   */
  readonly host?: HTMLElement;
  /** Called for each error of the code, and when the sandbox was ended for what it did. */
  readonly onFault: (fault: SandboxFault) => void;
}

/** A guest that runs. */
export interface Sandbox {
  /** To the guest. What is sent before it is ready waits. */
  readonly transport: BridgeTransport;
  /**
   * The code has begun.
   * @throws Fault SANDBOX_FAILED when it threw as it began, SANDBOX_ENDED when the sandbox ended before.
   */
  readonly ready: Promise<void>;
  /** Ends it at once, whatever the guest does. It sends nothing afterwards. */
  stop(): void;
}
