import { expect, it } from 'vitest';
import { splitLosses } from './loss-lines.ts';
import { dropped, TransferReport } from './transfer-report.ts';

it('should separate losses of shapes and attributes from those of record keeping', () => {
  const report = new TransferReport();
  report.add('ellipse', dropped, 2);
  for (const [field, owner] of [
    ['createdAt', 'instance'],
    ['createdBy', 'instance'],
    ['metadata.createdAt', 'item'],
    ['attributes', 'instance'],
    ['trackingId', 'instance'],
  ] as const)
    report.lose(field, owner);
  report.problem('a.pdf', 'was left out');
  expect(splitLosses(report.lines())).toEqual({
    losses: [
      '2 ellipses were dropped',
      '1 instance lost attributes',
      '1 instance lost trackingId',
      'a.pdf: was left out',
    ],
    metadata: ['createdAt', 'createdBy'],
  });
});
