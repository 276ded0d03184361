import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { clauseText } from '#core/api/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, PageHeader, useLatestParams } from '#core/ui/web/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import { useDataFilter } from '#plugins/workspace/items/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { ClassificationClient } from '../classification-client.ts';
import { messages } from '../messages.ts';
import { QuestionController } from '../question/question-controller.tsx';
import { beginWalk } from '../question/question-walk.ts';
import classes from '../question/question.module.css';

/**
 * One question about all items of a folder or filter, one item after the other. The address has the list, the question
 * and which items.
 */
export default function QuestionPage(): JSX.Element {
  const project = useProject();
  const client = useService(ClassificationClient);
  const { filter, search } = useDataFilter();
  const [params, change] = useLatestParams();
  const { data: all } = useClasses(project.id);
  const questions = useMemo(
    () =>
      (all ?? [])
        .filter(each => each.type === ClassType.Tag)
        .flatMap(owner => owner.attribute_groups.map(group => ({ owner, group }))),
    [all],
  );
  const which = params.get('which') === 'all' ? 'all' : 'missing';
  const asked = questions.find(({ group }) => String(group.id) === params.get('ask'));
  const set = (name: string, value: string | null): void => {
    change(now => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
    // The keys are for the answers from now on.
    requestAnimationFrame(() => (document.activeElement as HTMLElement | null)?.blur());
  };
  const lacking =
    asked === undefined
      ? ''
      : clauseText({ field: 'answered_group', operator: '$ne', values: [String(asked.group.id)] });
  const lists = useQuery({
    queryKey: ['editor-classification', 'walk', project.id, filter, asked?.group.id],
    enabled: asked !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => ({
      all: (await client.ids(project.id, filter, signal)).ids,
      missing: (await client.ids(project.id, { ...filter, where: [...(filter.where ?? []), lacking] }, signal)).ids,
    }),
  });
  const back = `/t/${project.team_id}/p/${project.id}/classify${filter.folder_id === undefined ? '' : `/f/${filter.folder_id}`}`;
  const kept = new URLSearchParams(search);
  for (const name of ['ask', 'which']) kept.delete(name);
  return (
    <div className={classes['page']}>
      <PageHeader title={messages.shared.oneQuestion}>
        <Select
          aria-label={messages.questionPage.question}
          placeholder={messages.questionPage.chooseAQuestion}
          searchable
          w={260}
          value={asked === undefined ? null : String(asked.group.id)}
          data={questions.map(({ owner, group }) => ({
            value: String(group.id),
            label: `${owner.name}: ${group.name}`,
          }))}
          onChange={value => set('ask', value)}
        />
        <Select
          aria-label={messages.shared.whichItems}
          allowDeselect={false}
          w={170}
          value={which}
          data={[
            { value: 'missing', label: messages.questionPage.withoutAnAnswer },
            { value: 'all', label: messages.questionPage.allThoseWithoutFirst },
          ]}
          onChange={value => set('which', value)}
        />
        <Button
          component={Link}
          variant="default"
          leftSection={<Icon name="back" size={14} />}
          to={`${back}${kept.size === 0 ? '' : `?${kept.toString()}`}`}
        >
          {messages.questionPage.backToTheGrid}
        </Button>
      </PageHeader>
      <Body
        asked={asked}
        lists={lists}
        which={which}
        projectId={project.id}
        folderId={filter.folder_id}
        none={all !== undefined && questions.length === 0}
      />
    </div>
  );
}

interface BodyProps {
  readonly asked: { readonly owner: AnnotationClass; readonly group: AttributeGroup } | undefined;
  readonly lists: {
    readonly data: { readonly all: readonly number[]; readonly missing: readonly number[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly which: 'missing' | 'all';
  readonly projectId: number;
  readonly folderId: number | undefined;
  readonly none: boolean;
}

function Body({ asked, lists, which, projectId, folderId, none }: BodyProps): JSX.Element {
  if (none) return <EmptyState icon="help" text={messages.questionPage.noClassOfThisProject} />;
  if (asked === undefined) return <EmptyState icon="help" text={messages.questionPage.chooseAQuestionAll} />;
  if (lists.error !== null) return <ErrorPanel error={lists.error} onRetry={() => void lists.refetch()} />;
  if (lists.data === undefined) return <EmptyState icon="loader" text={messages.shared.loadingTheItems} />;
  const { all, missing } = lists.data;
  return (
    <QuestionController
      key={`${asked.group.id} ${which}`}
      projectId={projectId}
      owner={asked.owner}
      group={asked.group}
      first={beginWalk(missing, all, which)}
      folderId={folderId}
      listed={all}
      done={all.length - missing.length}
    />
  );
}
