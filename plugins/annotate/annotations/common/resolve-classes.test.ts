import { describe, expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { attributeGroup, times } from './attribute-group.support.ts';
import { indexClasses } from './class-index.ts';
import { mergeMissing, resolveClasses } from './resolve-classes.ts';

const car: AnnotationClass = {
  id: 10,
  project_id: 1,
  name: 'Car',
  color: '#FF0000',
  type: 1,
  order: 0,
  count: 0,
  ...times,
  attribute_groups: [
    attributeGroup(20, 'State', 'radio', ['Parked', 'Moving']),
    attributeGroup(21, 'Doors', 'numeric'),
  ],
};
const classes = indexClasses([car]);
const resolve = (instance: object, ids: 'ignore' | 'fallback' | 'prefer' = 'ignore') => {
  const { document, ...rest } = resolveClasses({ metadata: { name: 'a' }, extra: 1, instances: [instance] }, classes, {
    ids,
    templates: [{ id: 5, name: 'hand' }],
  });
  return { instance: (document['instances'] as object[])[0], ...rest };
};

describe('resolving class names', () => {
  it('replaces ids of another project by those of this one', () => {
    const { instance, warnings } = resolve({
      type: 'bbox',
      className: 'Car',
      classId: 777,
      mine: 'kept',
      attributes: [
        { id: 1, groupId: 2, name: 'Moving', groupName: 'State' },
        { groupName: 'Doors', name: 4, id: 9 },
      ],
    });
    expect(instance).toEqual({
      type: 'bbox',
      className: 'Car',
      classId: 10,
      mine: 'kept',
      attributes: [
        { id: 2001, groupId: 20, name: 'Moving', groupName: 'State' },
        { groupId: 21, groupName: 'Doors', name: 4 },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('should keep an instance of an unknown class with class id -1 and the name it came with', () => {
    const { instance, missingResources, warnings } = resolve({
      type: 'bbox',
      className: 'car',
      classId: 10,
      attributes: [{ name: 'x', groupName: 'y', id: 1, groupId: 2 }],
    });
    expect(instance).toEqual({
      type: 'bbox',
      className: 'car',
      classId: -1,
      attributes: [{ name: 'x', groupName: 'y', id: -1, groupId: -1 }],
    });
    expect(missingResources).toEqual({ class: ['car'], attribute: [], attributeGroup: [], template: [] });
    expect(warnings).toEqual(["Couldn't find class car."]);
  });

  it('gives -1 to both ids of an unknown group or value', () => {
    const { instance, missingResources, warnings } = resolve({
      className: 'Car',
      attributes: [
        { groupName: 'Colour', name: 'red' },
        { groupName: 'State', name: 'Flying' },
      ],
    });
    expect(instance).toMatchObject({
      attributes: [
        { id: -1, groupId: -1 },
        { id: -1, groupId: -1 },
      ],
    });
    expect(missingResources).toEqual({ class: [], attribute: ['Flying'], attributeGroup: ['Colour'], template: [] });
    expect(warnings).toEqual(["Couldn't find annotation group Colour.", "Couldn't find attribute Flying."]);
  });

  it('reports each missing name once', () => {
    const { missingResources } = resolveClasses(
      { instances: [{ className: 'A' }, { className: 'A' }, { className: 'B' }] },
      classes,
      { ids: 'ignore' },
    );
    expect(missingResources.class).toEqual(['A', 'B']);
    expect(mergeMissing([missingResources, missingResources]).class).toEqual(['A', 'B']);
  });

  it.each([
    ['ignore', -1],
    ['fallback', 10],
    ['prefer', 10],
  ] as const)('with ids %s reads a lone class id as %i', (ids, classId) => {
    expect(resolve({ classId: 10 }, ids).instance).toMatchObject({ classId });
  });

  it('knows a renamed class, group and value by their ids when ids are preferred', () => {
    const old = {
      className: 'Auto',
      classId: 10,
      attributes: [{ id: 2000, groupId: 20, name: 'Parking', groupName: 'Status' }],
    };
    expect(resolve(old, 'prefer').instance).toEqual({
      className: 'Car',
      classId: 10,
      attributes: [{ id: 2000, groupId: 20, name: 'Parked', groupName: 'State' }],
    });
    expect(resolve(old, 'fallback').instance).toMatchObject({ classId: -1 });
  });

  it('resolves templates by name, and adds the name to an id', () => {
    expect(resolve({ type: 'template', className: 'Car', templateName: 'hand' }).instance).toMatchObject({
      templateId: 5,
    });
    expect(resolve({ type: 'template', className: 'Car', templateId: 5 }, 'prefer').instance).toMatchObject({
      templateName: 'hand',
    });
    expect(resolve({ type: 'template', className: 'Car', templateName: 'foot' })).toMatchObject({
      instance: { templateId: -1 },
      warnings: ["Couldn't find template foot."],
    });
  });

  it('resolves video instances in their meta and at every time', () => {
    const attribute = { groupName: 'State', name: 'Parked' };
    const { instance } = resolve({
      meta: { type: 'bbox', className: 'Car' },
      parameters: [{ timestamps: [{ timestamp: 0, attributes: [attribute] }] }],
    });
    expect(instance).toMatchObject({
      meta: { classId: 10 },
      parameters: [{ timestamps: [{ attributes: [{ id: 2000, groupId: 20 }] }] }],
    });
  });

  it('leaves the document it was given alone', () => {
    const document = { instances: [{ className: 'X', attributes: [] }] };
    resolveClasses(document, classes, { ids: 'ignore' });
    expect(document).toEqual({ instances: [{ className: 'X', attributes: [] }] });
  });
});
