import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { FormComponent } from '#plugins/annotate/form/common/index.ts';

const heights: Readonly<Record<string, number>> = {
  textarea: 110,
  markdown: 180,
  code: 290,
  csv: 180,
  image: 300,
  video: 300,
  audio: 90,
  pdfComponent: 560,
  pdf: 560,
  chat: 200,
  divider: 20,
  button: 34,
  webComponent: 270,
  slider: 60,
};

/** About how high a component is, in pixels, until it was drawn once. */
export function heightOf(component: FormComponent): number {
  const children = component.children ?? [];
  if (component.type === 'grid') return Math.max(20, ...children.map(heightOf));
  if (children.length > 0) return children.reduce((sum, each) => sum + heightOf(each) + 16, 60);
  if ((component.type === 'radio' || component.type === 'checkbox') && component['layout'] !== 'row')
    return 30 + recordsOf(component['options']).length * 28;
  return heights[component.type] ?? 62;
}
