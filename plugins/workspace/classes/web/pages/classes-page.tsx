import { Button, Skeleton, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { Panel, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import {
  askToLeave,
  confirm,
  EmptyState,
  ErrorPanel,
  errorText,
  Icon,
  SelectionBar,
  toast,
  toastError,
  useLeaveQuestion,
} from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { AnnotationClass } from '../../common/annotation-class.ts';
import { ClassType } from '../../common/annotation-class.ts';
import { nextPaletteColor } from '../../common/class-palette.ts';
import { ClassForm } from '../class-form.tsx';
import { ClassList } from '../class-list.tsx';
import { MergeDialog } from '../merge-dialog.tsx';
import { deletionText } from '../uses-text.ts';
import type { ClassDraft } from '../class-draft.ts';
import { bodyOf, demandedGroups, draftOf } from '../class-draft.ts';
import classes from '../classes.module.css';
import type { DemandedGroups } from '../kit/demanded-groups.ts';
import { ClassesClient } from '../kit/classes-client.ts';
import { classesKey, useClasses } from '../kit/use-classes.ts';
import { useClassUses } from '../kit/use-class-uses.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from '../messages.ts';

/** Setup tab: the list of classes at the left, the chosen one at the right. */
export default function ClassesPage(): JSX.Element {
  const project = useProject();
  const { api } = useService(ClassesClient);
  const queries = useQueryClient();
  const ofForm = project.type === ProjectType.Multimodal;
  const edits = useCan('CreateClass') && !ofForm;
  const list = useClasses(project.id);
  const [chosen, setChosen] = useState<number | 'new'>();
  const [fresh, setFresh] = useState<{ readonly key: number; readonly draft: ClassDraft }>();
  const choices = useRef(0);
  const [unsaved, setUnsaved] = useState(false);
  useLeaveQuestion(unsaved);
  const choose = (id: number | 'new' | undefined): void => {
    choices.current += 1;
    setUnsaved(false);
    setChosen(id);
  };
  /** Goes on to another class; changes that are not saved are asked about first. */
  const goOn = async (go: () => void): Promise<void> => {
    if (!unsaved || (await askToLeave())) go();
  };
  const [held, setHeld] = useState<AnnotationClass>();
  const [demanded, setDemanded] = useState<DemandedGroups>();
  const [checked, setChecked] = useState<readonly number[]>([]);
  const [merging, setMerging] = useState<readonly AnnotationClass[]>();
  const uses = useClassUses(project.id, edits);
  const demandPanels = usePanels('classes.demanded');

  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined)
    return (
      <Stack gap="xs" p="md">
        {[0, 1, 2, 3, 4].map(each => (
          <Skeleton key={each} h={28} maw={280} />
        ))}
      </Stack>
    );
  const all = list.data;
  const selected = all.find(each => each.id === chosen) ?? (chosen === 'new' ? undefined : all[0]);
  // What is being changed stays in its form when somebody else saves the class.
  const edited = unsaved && held !== undefined && held.id === selected?.id ? held : selected;
  if (edited !== held) setHeld(edited);
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: classesKey(project.id) });
  const params = (id: number): { params: { class_id: number }; query: { project_id: number } } => ({
    params: { class_id: id },
    query: { project_id: project.id },
  });

  const begin = (from?: AnnotationClass): void => {
    const names = new Set(all.map(each => each.name));
    let name = from === undefined ? '' : messages.classesPage.nameCopy(from.name);
    for (let step = 2; names.has(name); step++) name = messages.classesPage.copy(from!.name, step);
    const draft = {
      ...(from === undefined
        ? {
            type: project.type === ProjectType.Classification ? ClassType.Tag : ClassType.Object,
            shapes: [],
            groups: [],
          }
        : {
            ...draftOf(from),
            groups: draftOf(from).groups.map(({ id: _, ...group }) => ({
              ...group,
              attributes: group.attributes.map(value => ({ name: value.name })),
            })),
          }),
      name,
      color: nextPaletteColor(all.map(each => each.color)),
    } as ClassDraft;
    choose('new');
    setFresh({ key: choices.current, draft });
  };
  const save = async (changed: ClassDraft): Promise<void> => {
    const choice = choices.current;
    const saved =
      changed.id === undefined
        ? (await api.create({ query: { project_id: project.id }, body: { classes: [bodyOf(changed)] } }))[0]!
        : await api.update({ ...params(changed.id), body: bodyOf(changed) });
    await reload();
    // Who has gone on to another class meanwhile stays there.
    if (choices.current === choice) choose(saved.id);
    toast(messages.classesPage.nameSaved(saved.name), { tone: 'success' });
    const groups = demandedGroups(
      changed.id === undefined ? undefined : all.find(each => each.id === changed.id),
      saved,
    );
    setDemanded(
      groups.length === 0
        ? undefined
        : { projectId: project.id, className: saved.name, groups: groups.map(({ id, name }) => ({ id, name })) },
    );
  };
  const remove = async (entry: AnnotationClass): Promise<void> => {
    try {
      await api.remove(params(entry.id));
      await reload();
      choose(undefined);
      toast(messages.classesPage.nameDeleted(entry.name), {
        undo: () =>
          void api
            .restore({ params: { project_id: project.id, class_id: entry.id }, body: {} })
            .then(reload)
            .catch(toastError),
      });
    } catch (error) {
      toastError(error);
    }
  };

  const chosenClasses = all.filter(each => checked.includes(each.id));
  const removeChosen = async (): Promise<void> => {
    const count = chosenClasses.length;
    const noun = count === 1 ? chosenClasses[0]!.name : messages.classesPage.countClasses(count);
    if (
      !(await confirm({
        title: messages.classesPage.deleteNoun(noun),
        text: deletionText(chosenClasses, uses),
        action: count === 1 ? messages.shared.deleteClass : messages.classesPage.deleteCountClasses(count),
        danger: true,
      }))
    )
      return;
    const deleted: number[] = [];
    let problem: unknown;
    try {
      for (const { id } of chosenClasses) {
        await api.remove(params(id));
        deleted.push(id);
      }
    } catch (error) {
      problem = error;
    }
    setChecked([]);
    await reload();
    const undo = (): void =>
      void Promise.all(deleted.map(id => api.restore({ params: { project_id: project.id, class_id: id }, body: {} })))
        .then(reload)
        .catch(toastError);
    // One message: a second one would hide the first.
    toast(
      [
        ...(deleted.length === 0 ? [] : [messages.classesPage.countClassesDeleted(deleted.length)]),
        ...(problem === undefined ? [] : [errorText(problem)]),
      ].join(' '),
      { ...(problem === undefined ? {} : { tone: 'error' }), ...(deleted.length === 0 ? {} : { undo }) },
    );
  };

  return (
    <div className={classes['split']}>
      <ClassList
        all={all}
        selected={selected?.id}
        edits={edits}
        onSelect={id => void (id === selected?.id ? undefined : goOn(() => choose(id)))}
        onNew={() => void goOn(() => begin())}
        uses={uses}
        checked={checked}
        onCheck={setChecked}
        projectId={project.id}
        projectName={project.name}
        onChanged={reload}
      />
      {chosen === 'new' && fresh !== undefined ? (
        <ClassForm
          key={`new ${fresh.key}`}
          initial={fresh.draft}
          edits={edits}
          projectType={project.type}
          onSave={save}
          onChanged={setUnsaved}
          onCancel={() => choose(undefined)}
        />
      ) : undefined}
      {chosen !== 'new' && selected !== undefined && edited !== undefined ? (
        <ClassForm
          key={`${edited.id} ${edited.updatedAt}`}
          initial={draftOf(edited)}
          outdated={edited.updatedAt !== selected.updatedAt}
          edits={edits}
          uses={uses === undefined ? undefined : (uses.get(selected.id) ?? { objects: 0, items: 0 })}
          projectType={project.type}
          onSave={save}
          onChanged={setUnsaved}
          onDuplicate={() => void goOn(() => begin(edited))}
          onDelete={() => void remove(selected)}
        />
      ) : undefined}
      {demanded === undefined
        ? undefined
        : demandPanels.map(panel => (
            <Panel
              key={panel.plugin}
              panel={panel}
              fallback={undefined}
              context={{ demanded, onDone: () => setDemanded(undefined) }}
            />
          ))}
      {chosen !== 'new' && selected === undefined ? (
        <EmptyState
          icon="classes"
          text={
            ofForm
              ? messages.classesPage.classesAreMade
              : edits
                ? messages.classesPage.classesAreWhatPeopleAnnotate
                : messages.classesPage.thisProjectHasNoClassesYet
          }
        >
          {edits ? (
            <Button leftSection={<Icon name="plus" size={14} />} onClick={() => begin()}>
              {messages.shared.newClass}
            </Button>
          ) : undefined}
        </EmptyState>
      ) : undefined}
      <MergeDialog
        projectId={project.id}
        all={all}
        uses={uses}
        chosen={merging}
        onClose={() => setMerging(undefined)}
        onMerged={() => setChecked([])}
      />
      {chosenClasses.length > 0 ? (
        <SelectionBar
          label={messages.classesPage.selectedClasses}
          text={messages.classesPage.countSelected(chosenClasses.length)}
        >
          <Button variant="default" onClick={() => setMerging(chosenClasses)}>
            {messages.classesPage.merge}
          </Button>
          <Button variant="default" onClick={() => void removeChosen()}>
            {messages.shared.delete}
          </Button>
          <Button variant="subtle" onClick={() => setChecked([])}>
            {messages.classesPage.clearSelection}
          </Button>
        </SelectionBar>
      ) : undefined}
    </div>
  );
}
