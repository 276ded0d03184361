import { describe, expect, it } from 'vitest';
import { demoClasses } from './demo-classes.ts';
import { demoDocument } from './demo-document.ts';
import { demoPlan } from './demo-plan.ts';
import { photographs } from './photographs/index.ts';
import { clipLine, clipRing } from './clip.ts';
import { box, ellipse, point, polygon, polyline } from './drawn-shape.ts';
import { shapeInView } from './picture-view.ts';
import { checkVectorDocument } from '#plugins/annotate/editor-vector/common/index.ts';
import { indexClasses } from '#plugins/annotate/annotations/common/index.ts';

const people = { annotator: 'ana@loupe.local', reviewer: 'quinn@loupe.local' };
const now = Date.UTC(2026, 10, 20);

describe('a part of a photograph', () => {
  const view = { left: 100, top: 50, width: 200, height: 100, outWidth: 400, outHeight: 200, mirrored: false };

  it('carries its shapes along, enlarged', () => {
    expect(shapeInView(box('Cat', [110, 60, 160, 100]), view)).toMatchObject({ corners: [20, 20, 120, 100] });
    expect(shapeInView(point('Cat', 150, 100), view)).toMatchObject({ x: 100, y: 100 });
    expect(shapeInView(ellipse('Cat', 200, 100, 10, 20), view)).toMatchObject({ cx: 200, cy: 100, rx: 20, ry: 40 });
  });

  it('mirrors them left to right, corners sorted', () => {
    expect(shapeInView(box('Cat', [110, 60, 160, 100]), { ...view, mirrored: true })).toMatchObject({
      corners: [280, 20, 380, 100],
    });
  });

  it('cuts what reaches over its edge', () => {
    expect(shapeInView(box('Cat', [80, 60, 160, 100]), view)).toMatchObject({ corners: [0, 20, 120, 100] });
    expect(shapeInView(polygon('Cat', [80, 60, 160, 60, 160, 100, 80, 100]), view)).toMatchObject({
      points: expect.arrayContaining([0, 120]) as number[],
    });
    expect(shapeInView(polyline('Cat', [0, 100, 300, 100]), view)).toMatchObject({ points: [0, 100, 400, 100] });
  });

  it('leaves out what can hardly be seen', () => {
    expect(shapeInView(box('Cat', [0, 60, 110, 100]), view)).toBeUndefined();
    expect(shapeInView(point('Cat', 10, 10), view)).toBeUndefined();
    expect(shapeInView(ellipse('Cat', 100, 100, 10, 20), view)).toBeUndefined();
  });
});

describe('cutting', () => {
  it('gives nothing for what is outside', () => {
    expect(clipRing([-10, -10, -5, -10, -5, -5], 10, 10)).toEqual([]);
    expect(clipLine([-10, -10, -5, 20], 10, 10)).toEqual([]);
  });

  it('keeps the longest piece of a line', () => {
    expect(clipLine([0, 5, 2, 5, 2, -5, 4, -5, 4, 5, 10, 5], 10, 10)).toEqual([4, 0, 4, 5, 10, 5]);
  });
});

describe('the demo', () => {
  const plan = demoPlan();

  it('has 300 items in four folders, with names of their own, and is always the same', () => {
    expect(plan).toHaveLength(300);
    expect(new Set(plan.map(item => item.name)).size).toBe(300);
    expect(new Set(plan.map(item => item.photograph.folder)).size).toBe(4);
    expect(demoPlan()).toEqual(plan);
  });

  it('keeps every part within its photograph', () => {
    for (const { view, photograph } of plan) {
      expect(view.left + view.width).toBeLessThanOrEqual(photograph.width);
      expect(view.top + view.height).toBeLessThanOrEqual(photograph.height);
      expect(Math.min(view.left, view.top)).toBeGreaterThanOrEqual(0);
    }
  });

  it('leaves about two fifths of the items untouched', () => {
    const share = plan.filter(item => item.stage === 'NotStarted').length / plan.length;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.45);
    expect(plan.filter(item => item.stage === 'Returned').length).toBeGreaterThan(10);
  });

  it('answers only questions its classes ask, with attribute groups of all five types', () => {
    const classes = new Map(demoClasses.map(each => [each.name, each]));
    for (const { shapes } of photographs)
      for (const shape of shapes)
        for (const [name, value] of Object.entries(shape.answers)) {
          const group = classes.get(shape.className)?.attribute_groups.find(each => each.name === name);
          expect(group, `${shape.className} ${name}`).toBeDefined();
          if (group!.attributes.length > 0)
            for (const one of [value].flat()) expect(group!.attributes.map(each => each.name)).toContain(one);
          if (group!.group_type === 'numeric') expect(typeof value).toBe('number');
        }
    expect(new Set(demoClasses.flatMap(each => each.attribute_groups.map(group => group.group_type))).size).toBe(5);
  });

  it('writes documents without a fault or a warning about shapes', () => {
    const documents = plan.flatMap(item => demoDocument(item, people, now) ?? []);
    expect(documents.length).toBeGreaterThan(150);
    const classes = indexClasses([]);
    for (const document of documents) {
      const issues = checkVectorDocument(document, { form: 'export', classes });
      expect(
        issues.filter(issue => issue.severity === 'error'),
        JSON.stringify(issues),
      ).toEqual([]);
    }
    expect(demoDocument(plan[0]!, people, now)).toEqual(documents[0]);
  });

  it('comments on what was returned', () => {
    for (const item of plan.filter(each => each.stage === 'Returned')) {
      const document = demoDocument(item, people, now)!;
      expect(document['comments']).toHaveLength(1);
      expect(
        (document['instances'] as { error: boolean | null }[]).filter(instance => instance.error === true),
      ).toHaveLength(1);
    }
  });
});
