import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { conflict, Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FormChangePreview, FormDraft, FormDraftState } from '../common/builder-api.ts';
import { formEvents } from '../common/events.ts';
import { formProblems } from '../common/form-checks.ts';
import type { ComponentRename } from '../common/form-difference.ts';
import { formDifference, validRenames } from '../common/form-difference.ts';
import { readForm } from '../common/form-document.ts';
import { takeSecureValues } from '../common/secure-values.ts';
import { FormSecrets } from './form-secrets.ts';
import type { FormTables, StoredForm } from './form-tables.ts';
import { FormValueStore } from './form-value-store.ts';
import { FormVersions } from './form-versions.ts';
import { Forms } from './forms.ts';

type Trx = Kysely<FormTables>;

/** A form that is to be stored as the draft. */
export interface DraftWrite {
  readonly document: StoredForm;
  readonly renames: readonly ComponentRename[];
  /** The revision it was made on; 0 when there was no draft. */
  readonly revision: number;
  /** The published version it began from. */
  readonly base: number;
}

/** A form that is to be published. */
export interface Publication extends DraftWrite {
  /** Values of renamed components go with them. */
  readonly move_values: boolean;
}

/** The draft of a project's form, which is worked on apart from the published one, and publishing it. */
@injectable()
export class FormBuilder {
  constructor(
    @inject(Forms) private readonly forms: Forms,
    @inject(FormVersions) private readonly versions: FormVersions,
    @inject(FormSecrets) private readonly secrets: FormSecrets,
    @inject(FormValueStore) private readonly values: FormValueStore,
  ) {}

  /** The published form and the draft, if there is one. */
  async state(context: RequestContext, projectId: number): Promise<FormDraftState> {
    const row = await this.#row(context, projectId);
    const [version] = await this.versions.list(context, projectId);
    const draft: FormDraft | undefined =
      row === undefined
        ? undefined
        : {
            document: row.document,
            renames: row.renames,
            revision: row.revision,
            base: row.base,
            updated_by: row.updated_by,
            updated_at: row.updated_at.toISOString(),
          };
    return {
      published: await this.forms.get(context, projectId),
      ...(version === undefined ? {} : { version }),
      ...(draft === undefined ? {} : { draft }),
      secrets: [...(await this.secrets.names(context, projectId))],
    };
  }

  /** @throws Fault CONFLICT (409) with `{ revision, updatedBy, updatedAt }` when somebody else saved meanwhile. */
  async save(
    context: RequestContext,
    projectId: number,
    { document: given, renames, revision, base }: DraftWrite,
  ): Promise<{ readonly revision: number }> {
    const { document, values, names } = takeSecureValues(given);
    return context.transaction(async (trx: Trx) => {
      const written = {
        document: JSON.stringify(document),
        renames: JSON.stringify(renames),
        revision: revision + 1,
        base,
        updated_by: context.user.email,
        updated_at: new Date(),
      };
      const insert = trx
        .insertInto('form.draft')
        .values({ team_id: context.team.id, project_id: projectId, ...written });
      const stored = await (revision === 0
        ? insert
            .onConflict(each => each.columns(['team_id', 'project_id']).doNothing())
            .returning('revision')
            .executeTakeFirst()
        : trx
            .updateTable('form.draft')
            .set(written)
            .where('project_id', '=', projectId)
            .where('revision', '=', revision)
            .returning('revision')
            .executeTakeFirst());
      if (stored === undefined) throw await this.#conflict(context, projectId);
      await this.secrets.keep(context, projectId, true, names, values);
      await context.publish(formEvents.drafted, { project_id: projectId, revision: stored.revision });
      return { revision: stored.revision };
    });
  }

  /** Drops the draft; what is published stays. @throws Fault CONFLICT (409) as `save` does. */
  async discard(context: RequestContext, projectId: number, revision: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const gone = await trx
        .deleteFrom('form.draft')
        .where('project_id', '=', projectId)
        .where('revision', '=', revision)
        .returning('revision')
        .executeTakeFirst();
      if (gone === undefined && (await this.#row(context, projectId)) !== undefined)
        throw await this.#conflict(context, projectId);
      await this.secrets.keep(context, projectId, true, [], new Map());
      await context.publish(formEvents.drafted, { project_id: projectId, revision: 0 });
    });
  }

  /**
   * Returns the effects of publishing a form, with the number of items that hold values of removed or renamed
   * components.
   */
  async preview(
    context: RequestContext,
    projectId: number,
    document: StoredForm,
    renames: readonly ComponentRename[],
  ): Promise<FormChangePreview> {
    const [before, after] = [readForm(await this.forms.get(context, projectId)), readForm(document)];
    const difference = formDifference(before.components, after.components, renames);
    const counts = await this.values.count(context, projectId, [
      ...difference.removed,
      ...difference.renamed.map(each => each.from),
    ]);
    return {
      version: await this.versions.newest(context, projectId),
      added: [...difference.added],
      changed: [...difference.changed],
      classes_added: [...difference.classesAdded],
      classes_removed: [...difference.classesRemoved],
      removed: difference.removed.map(id => ({ id, items: counts.get(id) ?? 0 })),
      renamed: difference.renamed.map(({ from, to }) => ({ from, to, items: counts.get(from) ?? 0 })),
    };
  }

  /**
   * Makes a form the one that is filled in, as a new version, with its classes; the draft is done with. All of it or
   * nothing.
   * @throws Fault FORM_INVALID (422) with the problems, CONFLICT (409) when somebody else saved or published meanwhile.
   */
  async publish(
    context: RequestContext,
    projectId: number,
    { document, renames, revision, base, move_values: moveValues }: Publication,
  ): Promise<{ readonly version: number; readonly moved: number }> {
    const form = readForm(document);
    const problems = formProblems(form).filter(each => each.severity === 'error');
    if (problems.length > 0) {
      throw new Fault(
        'FORM_INVALID',
        problems
          .slice(0, 5)
          .map(each => each.message)
          .join('\n'),
        {
          status: 422,
          details: {
            issues: problems.map(({ component, field, message }) => ({
              field: `${component ?? 'form'}.${field}`,
              reason: message,
            })),
          },
        },
      );
    }
    return context.transaction(async (trx: Trx) => {
      if ((await this.versions.newest(context, projectId)) !== base) throw await this.#conflict(context, projectId);
      const draft = await this.#row(context, projectId);
      if ((draft?.revision ?? 0) !== revision) throw await this.#conflict(context, projectId);
      const valid = validRenames(
        readForm(await this.forms.get(context, projectId)).components,
        form.components,
        renames,
      );
      const carried = moveValues ? valid : await this.#withoutValues(context, projectId, valid);
      const { values: given, names } = takeSecureValues(document);
      const kept = new Map(
        [...(await this.secrets.all(context, projectId, true))].filter(([name]) => names.includes(name)),
      );
      const moved = moveValues ? await this.values.rename(context, projectId, valid) : 0;
      const version = await this.forms.put(context, projectId, document, carried);
      await this.secrets.keep(context, projectId, false, names, new Map([...kept, ...given]));
      await this.secrets.keep(context, projectId, true, [], new Map());
      await trx.deleteFrom('form.draft').where('project_id', '=', projectId).execute();
      await context.publish(formEvents.drafted, { project_id: projectId, revision: 0 });
      return { version, moved };
    });
  }

  /** A component whose values stay under its old id leaves its class there too. */
  async #withoutValues(
    context: RequestContext,
    projectId: number,
    renames: readonly ComponentRename[],
  ): Promise<readonly ComponentRename[]> {
    const held = await this.values.count(
      context,
      projectId,
      renames.map(each => each.from),
    );
    return renames.filter(each => !held.has(each.from));
  }

  async #row(
    context: RequestContext,
    projectId: number,
  ): Promise<Omit<Selectable<FormTables['form.draft']>, 'team_id' | 'project_id'> | undefined> {
    return context.transaction((trx: Trx) =>
      trx
        .selectFrom('form.draft')
        .select(['document', 'renames', 'revision', 'base', 'updated_by', 'updated_at'])
        .where('project_id', '=', projectId)
        .executeTakeFirst(),
    );
  }

  /** Returns the author and the version of the competing change. */
  async #conflict(context: RequestContext, projectId: number): Promise<Fault> {
    const row = await this.#row(context, projectId);
    const [version] = await this.versions.list(context, projectId);
    return conflict({
      revision: row?.revision ?? 0,
      version: version?.number ?? 0,
      updatedBy: row?.updated_by ?? version?.published_by,
      updatedAt: row?.updated_at.toISOString() ?? version?.published_at,
    });
  }
}
