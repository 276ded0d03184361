import { expect, it } from 'vitest';
import { matchLabels } from './match-labels.ts';

it('should match labels to classes by name, whatever their case and separators, the first class before others', () => {
  const classes = [
    { id: 1, name: 'Traffic light' },
    { id: 2, name: 'Person' },
    { id: 3, name: 'person' },
  ];
  expect(matchLabels(['traffic_light', 'person', 'car'], classes)).toEqual({ traffic_light: 1, person: 2 });
});
