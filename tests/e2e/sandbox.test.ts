import { describe, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { bundle, openSandboxPage, sandboxPage } from './sandbox-steps.ts';

const site = openSite([{ email: 'ana@north.test', name: 'Ana North', team: 'North' }]);
sandboxPage();

describe.each([['with a face', 'host'], ['without a face', undefined]] as const)('a sandbox %s', (_, host) => {
  it('should run what was compiled, and carry messages both ways', async () => {
    const { page } = await openSandboxPage(site());
    const result = await bundle(page, {
      'main.ts': 'import { send } from "@loupe/sdk/form";\nimport { double } from "./double";\ntransport.listen((message: any) => send({ twice: double(message.number as number), face: typeof document !== "undefined" }));\ndeclare const transport: { listen(listener: (message: unknown) => void): void };',
      'double.ts': 'export const double = (number: number): number => number * 2;',
    });
    expect(result.problems).toEqual([]);
    const heard = await page.evaluate(async ([code, where]) => {
      const { sandbox, messages } = window.sandboxBench.opened.get(window.sandboxBench.open(code, where))!;
      sandbox.transport.send({ number: 21 });
      await sandbox.ready;
      for (let wait = 0; messages.length === 0 && wait < 100; wait++) await new Promise(resolve => setTimeout(resolve, 20));
      sandbox.stop();
      return messages;
    }, [result.code!, host] as const);
    expect(heard).toEqual([{ twice: 42, face: host !== undefined }]);
  });
});
