import { expect, it } from 'vitest';
import { emptyDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';
import { DrivenTool } from './driven-tool.ts';
import { measureTool, pixelUnits } from './measure-tool.ts';

/** Returns the texts that a tool writes over the picture. */
function written(driven: DrivenTool): readonly string[] {
  const texts: string[] = [];
  driven.tool.state?.paint?.({
    line() {},
    labels: {
      note: (_: unknown, text: string) => void texts.push(text),
      label: (_: unknown, text: string) => void texts.push(text),
    },
  } as unknown as OverlayPainter);
  return texts;
}

it('should measure by clicks up to the pointer, keep the result, and leave no object behind', () => {
  const driven = new DrivenTool(emptyDocument('a.jpg'), []);
  driven.use(measureTool(pixelUnits).begin);
  driven.click(100, 100);
  driven.move(130, 100);
  expect(written(driven)).toEqual(['30 px']);
  driven.click(130, 100);
  driven.click(130, 140);
  driven.press('enter');
  driven.move(500, 500);
  expect(written(driven)).toEqual(['70 px · ∠ 90° · closed 600 px²']);
  expect(driven.instances).toEqual([]);
  driven.click(10, 10);
  driven.move(20, 10);
  expect(written(driven)).toEqual(['10 px']);
});
