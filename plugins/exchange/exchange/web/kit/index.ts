export { Findings } from '../findings.tsx';
export { DropTarget } from './drop-target.tsx';
export { ExchangeWebHooks } from './exchange-web-hooks.ts';
export { SendingFile, useFileSender } from './file-sender.tsx';
