import { Anchor, Badge, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, toastError } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Difference, GoldCopy, GoldState } from '../../common/api.ts';
import { GoldClient, goldKey } from '../gold-client.ts';
import classes from '../gold.module.css';
import { messages } from '../messages.ts';

/** Marks the open item as gold, and compares a copy of a gold item with it. */
export default function GoldPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  return work === undefined ? undefined : <GoldOf key={work.session.item.id} work={work} />;
}

function GoldOf({ work }: { readonly work: OpenWork }): JSX.Element {
  const gold = useService(GoldClient);
  const [projectId, itemId] = [work.opened.project.id, work.session.item.id];
  const { data, error, refetch } = useQuery({
    queryKey: goldKey(projectId, itemId, work.opened.item.annotation_status),
    queryFn: () => gold.api.getGoldState({ params: { project_id: projectId, item_id: itemId } }),
  });
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={120} m="sm" />;
  return (
    <div className={classes['panel']}>
      {data.copies.length === 0 ? <Mark work={work} state={data} /> : <Comparisons work={work} copies={data.copies} />}
      <Anchor component={Link} to={`/t/${work.opened.item.team_id}/p/${projectId}/setup/gold`} size="sm">
        {messages.goldPanel.overview}
      </Anchor>
    </div>
  );
}

function Mark({ work, state }: { readonly work: OpenWork; readonly state: GoldState }): JSX.Element {
  const gold = useService(GoldClient);
  const marking = useMutation({
    mutationFn: (isGold: boolean) => gold.mark(work.opened.project.id, [work.session.item.id], isGold),
  });
  return (
    <>
      <p className={classes['text']}>{state.gold ? messages.goldPanel.isGold : messages.goldPanel.canBeGold}</p>
      {state.gold ? (
        <Button variant="default" size="compact-sm" loading={marking.isPending} onClick={() => marking.mutate(false)}>
          {messages.shared.removeMark}
        </Button>
      ) : state.refusal !== null ? (
        <p className={classes['text']}>{state.refusal}</p>
      ) : (
        <Button
          size="compact-sm"
          loading={marking.isPending}
          leftSection={<Icon name="star" size={14} />}
          onClick={() => marking.mutate(true)}
        >
          {messages.shared.markAsGold}
        </Button>
      )}
    </>
  );
}

function Comparisons({ work, copies }: { readonly work: OpenWork; readonly copies: readonly GoldCopy[] }): JSX.Element {
  const gold = useService(GoldClient);
  const { project } = work.opened;
  const [{ gold_item_id: goldId }] = copies as readonly [GoldCopy];
  const missed = useMemo(
    () =>
      new Set(
        copies.flatMap(copy => copy.differences.flatMap(each => (each.own === null ? (each.reference ?? []) : []))),
      ),
    [copies],
  );
  useEffect(() => {
    if (missed.size > 0) gold.draw(project.id, goldId, missed).catch(toastError);
    return () => {
      gold.drawn.missed = [];
    };
  }, [gold, project.id, goldId, missed]);
  const draws = work.editor?.toElement !== undefined && work.editor.outlineOf !== undefined;
  return (
    <>
      {copies.map(copy => (
        <Comparison key={copy.email} work={work} copy={copy} />
      ))}
      {draws && missed.size > 0 ? <p className={classes['text']}>{messages.goldPanel.referenceDrawn}</p> : undefined}
    </>
  );
}

function Comparison({ work, copy }: { readonly work: OpenWork; readonly copy: GoldCopy }): JSX.Element {
  const addressOf = useAddressOf();
  const { project, item } = work.opened;
  return (
    <>
      <p className={classes['text']}>
        {messages.goldPanel.copyOf(addressOf(copy.email))}{' '}
        <Anchor component={Link} to={`/t/${item.team_id}/p/${project.id}/item/${copy.gold_item_id}`} size="sm">
          {copy.gold_name}
        </Anchor>
      </p>
      {copy.accuracy === null ? (
        <p className={classes['text']}>{messages.goldPanel.notSubmitted}</p>
      ) : (
        <>
          <div>
            {messages.shared.accuracy} <b>{messages.shared.percent(copy.accuracy)}</b>
          </div>
          {copy.differences.length === 0 ? <p className={classes['text']}>{messages.goldPanel.nothing}</p> : undefined}
          <ul className={classes['differences']} aria-label={messages.goldPanel.differences}>
            {copy.differences
              .toSorted((one, other) => one.similarity - other.similarity)
              .map(each => (
                <li key={`${each.reference} ${each.own}`}>
                  <Line difference={each} work={work} />
                </li>
              ))}
          </ul>
        </>
      )}
    </>
  );
}

function Line({ difference, work }: { readonly difference: Difference; readonly work: OpenWork }): JSX.Element {
  const { class_name: name, reference, own, similarity } = difference;
  const content = (
    <>
      <span className={classes['grow']}>{name}</span>
      {own === null ? (
        <Badge variant="light" color="red" tt="none">
          {messages.shared.missed}
        </Badge>
      ) : reference === null ? (
        <Badge variant="light" color="gray" tt="none">
          {messages.shared.extra}
        </Badge>
      ) : (
        <span className={classes['number']}>{messages.goldPanel.similar(messages.shared.percent(similarity))}</span>
      )}
    </>
  );
  // Where several people annotate an item it holds the objects of none of them until it is reviewed.
  return own === null || work.session.scene.get(own) === undefined ? (
    <div className={classes['difference']}>{content}</div>
  ) : (
    <button type="button" className={classes['difference']} onClick={() => work.session.scene.select([own])}>
      {content}
    </button>
  );
}
