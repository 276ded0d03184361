import { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Annotations, AnnotationWriter } from '#plugins/annotate/annotations/server/kit/index.ts';
import { approvalStatuses, systemItemStatuses } from '#plugins/workspace/items/common/index.ts';
import { Assignments, Folders, ItemChanges, Items, Uploads } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Contributors, Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { demoClasses } from '../common/demo-classes.ts';
import { demoDocument } from '../common/demo-document.ts';
import type { DemoPeople } from '../common/demo-document.ts';
import { demoPlan } from '../common/demo-plan.ts';
import type { DemoItem } from '../common/demo-plan.ts';
import { DemoPictures } from './demo-pictures.ts';

const people: DemoPeople = { annotator: 'ana@loupe.local', reviewer: 'quinn@loupe.local' };
/** Pictures made and taken in at a time. */
const AT_ONCE = 4;
/** Ids one bulk change takes. */
const BULK = 500;
/** Of three items that are not begun, how many nobody has yet. */
const FREE_OF_THREE = 2;

interface MadeItem {
  readonly plan: DemoItem;
  readonly row: ItemRow;
}

/** Makes the sample projects. */
export class DemoProject {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(Classes) private readonly classes: Classes,
    @inject(Folders) private readonly folders: Folders,
    @inject(Uploads) private readonly uploads: Uploads,
    @inject(Items) private readonly items: Items,
    @inject(ItemChanges) private readonly changes: ItemChanges,
    @inject(Assignments) private readonly assignments: Assignments,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
  ) {}

  /** A project of the photographs of a plan in every state of work, and an empty one. */
  async make(context: RequestContext, plan: readonly DemoItem[] = demoPlan()): Promise<void> {
    const { id } = await this.projects.create(context, {
      name: 'City and landscape',
      type: 1,
      description: 'Photographs from a century ago, in every state of work.',
      instructions_link: null,
      settings: [],
    });
    const invalid = await this.contributors.share(context, id, [
      { email: people.annotator, role: projectRoles.annotator },
      { email: people.reviewer, role: projectRoles.qa },
    ]);
    await this.classes.create(context, id, demoClasses);
    const folderIds = new Map<string, number>();
    for (const name of new Set(plan.map(item => item.photograph.folder)))
      folderIds.set(name, (await this.folders.create(context, id, name, true)).id);

    const known = await this.annotations.project(context, id);
    const pictures = new DemoPictures();
    const made: MadeItem[] = [];
    const now = Date.now();
    const waiting = [...plan];
    const work = async (): Promise<void> => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        const source = Readable.from([await pictures.make(item)]);
        const { row } = await this.uploads.upload(context, {
          projectId: id,
          folderId: folderIds.get(item.photograph.folder),
          name: item.name,
          onDuplicate: 'skip',
          source,
        });
        const document = demoDocument(item, people, now);
        if (document !== undefined)
          await this.writer.put(context, row, document, { source: 'archive', keepStatus: true, project: known });
        made.push({ plan: item, row });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (invalid.length === 0) await this.#assign(context, id, made);
    await this.#move(context, id, made);
    await this.projects.create(context, {
      name: 'Sandbox',
      type: 1,
      description: 'Empty, to try things on.',
      instructions_link: null,
      settings: [],
    });
  }

  async #assign(context: RequestContext, projectId: number, made: readonly MadeItem[]): Promise<void> {
    const begun = made.filter(({ plan, row }) => plan.stage !== 'NotStarted' || row.id % 3 >= FREE_OF_THREE);
    const reviewed = made.filter(({ plan }) => plan.stage !== 'NotStarted' && plan.stage !== 'InProgress');
    for (const ids of batches(begun)) await this.assignments.assign(context, projectId, ids, people.annotator);
    for (const ids of batches(reviewed)) await this.assignments.assign(context, projectId, ids, people.reviewer);
  }

  async #move(context: RequestContext, projectId: number, made: readonly MadeItem[]): Promise<void> {
    for (const { name, value } of systemItemStatuses) {
      for (const ids of batches(made.filter(({ plan, row }) => plan.stage === name && row.annotation_status !== value)))
        await this.items.setStatus(context, projectId, ids, value);
    }
    for (const ids of batches(made.filter(({ plan }) => plan.stage === 'Completed')))
      await this.changes.approve(context, projectId, ids, approvalStatuses.approved);
    for (const ids of batches(made.filter(({ plan }) => plan.stage === 'Returned')))
      await this.changes.approve(context, projectId, ids, approvalStatuses.disapproved);
    for (const ids of batches(made.filter(({ plan }) => plan.pinned)))
      await this.changes.pin(context, projectId, ids, true);
  }
}

function* batches(made: readonly MadeItem[]): Generator<number[]> {
  for (let start = 0; start < made.length; start += BULK)
    yield made.slice(start, start + BULK).map(({ row }) => row.id);
}
