import { describe, expect, it } from 'vitest';
import { readStack, showStack } from './stack-frames.ts';

describe('stacks', () => {
  it('should be read as V8 writes them, without message, host, query and folder', () => {
    const stack = [
      'TypeError: the name of Ana is secret',
      '    at Items.list (/srv/loupe/plugins/workspace/items/server/items.ts:12:7)',
      '    at async file:///srv/loupe/dist/server/chunks/a-1.js:3:4',
      '    at https://labels.example.org/assets/shell-x1.js?token=1:1:900',
      '    at new Worker (node:internal/worker:1:2)',
    ].join('\n');
    expect(showStack(readStack(stack)).split('\n')).toEqual([
      'Items.list plugins/workspace/items/server/items.ts:12:7',
      '(anonymous) dist/server/chunks/a-1.js:3:4',
      '(anonymous) assets/shell-x1.js:1:900',
      'new Worker node:internal/worker:1:2',
    ]);
  });

  it('should be read as Firefox writes them', () => {
    expect(readStack('draw@https://x.org/assets/a.js:10:20\n@https://x.org/assets/b.js:1:2')).toEqual([
      { fn: 'draw', file: 'assets/a.js', line: 10, column: 20 },
      { fn: '', file: 'assets/b.js', line: 1, column: 2 },
    ]);
  });
});
