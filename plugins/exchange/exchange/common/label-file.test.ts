import { expect, it } from 'vitest';
import { labelIssue, namesLabelFile, withLabelFile, withLabels } from './label-file.ts';

const segmentation = { instances: [{ label: 7, className: 'Road', instanceId: 0 }], runs: [0, 2, 7, 3] };
const document = { metadata: { pointCloud: { points: 5 } }, instances: [], segmentation };

it('should put labels of points into a side file and take them back', () => {
  const written = withLabelFile(document, 'scan.pcd');
  expect(written.document['segmentation']).toEqual({
    file: 'scan.pcd___labels.bin',
    encoding: 'uint16le',
    instances: segmentation.instances,
  });
  expect(namesLabelFile(written.document)).toBe(true);
  expect(labelIssue(written.document, written.labels!)).toBeUndefined();
  expect(withLabels(written.document, written.labels!)).toEqual(document);
  expect(namesLabelFile(document)).toBe(false);
});

it('should say why a side file does not fit its document', () => {
  const { document: named } = withLabelFile(document, 'scan.pcd');
  expect(labelIssue(named, new Uint8Array(8))).toBe('8 bytes for 5 points');
  expect(labelIssue(named, Uint8Array.of(0, 0, 0, 0, 7, 0, 9, 0, 7, 0))).toBe('label 9 is not defined');
  expect(labelIssue({ ...named, metadata: {} }, new Uint8Array(3))).toBe(
    '3 bytes are no whole number of labels of 2 bytes',
  );
});
