import { describe, expect, it } from 'vitest';
import { contentCounts } from './content-counts.ts';

const made = { createdBy: { email: 'Ana@x.org' }, createdAt: '2026-03-02T23:30:00.000Z', creationType: 'Manual' };

describe('counts of a document', () => {
  it('should put objects together that differ in nothing analytics breaks down by', () => {
    const { objects } = contentCounts([
      { id: 'a', type: 'bbox', classId: 4, error: true, ...made },
      { id: 'b', type: 'bbox', classId: 4, error: false, ...made },
      { id: 'c', type: 'polygon', classId: 4, ...made },
    ]);
    const shared = { class_id: 4, email: 'ana@x.org', creation: 'Manual', made_on: '2026-03-02' };
    expect(objects).toEqual([
      { ...shared, type: 'bbox', objects: 2, disapproved: 1, approved: 1 },
      { ...shared, type: 'polygon', objects: 1, disapproved: 0, approved: 0 },
    ]);
  });

  it('should count each answer to a group, and numbers and texts of a group together', () => {
    const { answers } = contentCounts([
      {
        type: 'bbox',
        classId: 4,
        attributes: [
          { groupId: 1, id: 11 },
          { groupId: 2, name: 3.5 },
        ],
      },
      { type: 'bbox', classId: 4, attributes: [{ groupId: 1, id: 11 }, { groupId: 2, name: 8 }, { name: 'no group' }] },
    ]);
    expect(answers).toEqual([
      { class_id: 4, group_id: 1, value_id: 11, email: '', answers: 2 },
      { class_id: 4, group_id: 2, value_id: 0, email: '', answers: 2 },
    ]);
  });

  it('should read the fields of video objects, and leave comments out', () => {
    const { objects } = contentCounts([
      { meta: { type: 'bbox', classId: 7, ...made }, parameters: [] },
      { type: 'comment' },
    ]);
    expect(objects).toMatchObject([{ class_id: 7, type: 'bbox', objects: 1 }]);
  });

  it('should count what it cannot read as an object of no class and no person', () => {
    expect(contentCounts([{ type: 5, classId: 'x', createdAt: 'soon' }, null]).objects).toEqual([
      {
        class_id: -1,
        type: 'mask',
        email: '',
        creation: 'Manual',
        made_on: undefined,
        objects: 2,
        disapproved: 0,
        approved: 0,
      },
    ]);
  });

  it('should count the reasons reviewers gave at objects they disapproved', () => {
    const thread = (instanceId: string, text: string, email = 'Quinn@x.org'): object => ({
      id: text,
      instanceId,
      correspondence: [
        { text, email },
        { text: 'Sorry', email: 'ana@x.org' },
      ],
    });
    const instances = [
      { id: 'a', type: 'bbox', error: true, ...made },
      { id: 'b', type: 'bbox', error: true, ...made },
      { id: 'c', type: 'bbox', error: null, ...made },
    ];
    const comments = [
      thread('a', ' Too loose '),
      thread('b', 'Too loose'),
      thread('c', 'Nice'),
      thread('gone', 'Too loose'),
      thread('a', 'Own words', 'ana@x.org'),
    ];
    expect(contentCounts(instances, comments).reasons).toEqual([
      { email: 'ana@x.org', reviewer: 'quinn@x.org', reason: 'Too loose', objects: 2 },
    ]);
  });
});
