import { ActionIcon, Button, Slider, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { useCan } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, SelectionBar, toastError, Tooltip, useDebounced } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import type { OpenSuggestion, SuggestionSet } from '../../common/suggestion-api.ts';
import { messages } from '../messages.ts';
import { AnswerButtons, answerOfKey } from '../objects/answer-buttons.tsx';
import type { SelectedObjects } from '../objects/object-tiles.tsx';
import { ObjectTiles } from '../objects/object-tiles.tsx';
import { SearchProgress } from './search-progress.tsx';
import type { SuggestedObject } from './use-suggestions.ts';
import { useOpenSuggestions, useSuggestionAnswers, useSuggestionSet } from './use-suggestions.ts';
import classes from './suggestions.module.css';

const SETTLE_MS = 200;

interface SuggestionViewProps {
  readonly projectId: number;
  readonly setId: number;
  readonly pathOf: (item: Pick<ListedItem, 'id'>) => string;
  readonly onClose: () => void;
}

/** A layer of suggestions: the objects or pictures a class is suggested for, to be accepted or rejected. */
export function SuggestionView({ projectId, setId, pathOf, onClose }: SuggestionViewProps): JSX.Element {
  const set = useSuggestionSet(projectId, setId);
  if (set.error !== null && set.data === undefined)
    return (
      <>
        <ErrorPanel error={set.error} onRetry={() => void set.refetch()} />
        <Button variant="default" mx="auto" onClick={onClose}>
          {messages.suggestionView.backToResults}
        </Button>
      </>
    );
  if (set.data === undefined) return <Text p="md">{messages.shared.searching}</Text>;
  return <Layer key={setId} projectId={projectId} set={set.data} pathOf={pathOf} onClose={onClose} />;
}

interface LayerProps extends Omit<SuggestionViewProps, 'setId'> {
  readonly set: SuggestionSet;
}

function Layer({ projectId, set, pathOf, onClose }: LayerProps): JSX.Element {
  const changes = useCan('ApplyExploreBulkAction');
  const annotates = useCan('AnnotateItem') && changes;
  const [percent, setPercent] = useState(() => Math.floor(set.clearly_alike * 100));
  const least = useDebounced(percent, SETTLE_MS) / 100;
  const list = useOpenSuggestions(projectId, set.id, least);
  const { accept, reject, open } = useSuggestionAnswers(projectId);
  const [selected, setSelected] = useState<SelectedObjects<SuggestedObject>>(new Map());
  const scroller = useRef<HTMLDivElement>(null);
  const { count } = list;
  const answer = (how: typeof accept, objects: readonly SuggestedObject[]): void => {
    setSelected(new Map());
    void how(set, objects.map(openOf));
  };
  const answers = { yes: accept, no: reject };
  const answerAll = (how: typeof accept): void => {
    setSelected(new Map());
    void open(set, least).then(refs => how(set, refs), toastError);
  };
  const onKey = (key: string, current: SuggestedObject | undefined): boolean => {
    const given = answerOfKey(key);
    const objects = selected.size > 0 ? [...selected.values()] : current === undefined ? [] : [current];
    if (!annotates || given === undefined) return false;
    answer(answers[given], objects);
    return true;
  };
  return (
    <div className={classes['view']}>
      <div className={classes['head']}>
        <Tooltip label={messages.suggestionView.backToResults}>
          <ActionIcon aria-label={messages.suggestionView.backToResults} onClick={onClose}>
            <Icon name="back" />
          </ActionIcon>
        </Tooltip>
        <span className={classes['dot']} style={{ background: set.color }} />
        <Text fw={600}>{messages.suggestionView.titleOf(set.class_name)}</Text>
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {messages.suggestionView.countsOf(set.counts.open, set.counts.accepted, set.counts.rejected)}
        </Text>
        <span className={classes['likeness']}>
          {count === undefined || count === set.counts.open ? undefined : (
            <Text size="sm" c="var(--loupe-muted)" role="status">
              {messages.suggestionView.shownOf(count, set.counts.open)}
            </Text>
          )}
          <Text size="sm" id="suggestion-likeness" className={classes['percent']}>
            {messages.suggestionView.atLeast(percent)}
          </Text>
          <Slider
            w={140}
            min={0}
            max={99}
            label={null}
            value={percent}
            onChange={setPercent}
            thumbProps={{ 'aria-labelledby': 'suggestion-likeness' }}
          />
        </span>
        {annotates && count !== undefined && count > 0 ? (
          <>
            <Button leftSection={<Icon name="check" size={14} />} onClick={() => answerAll(accept)}>
              {messages.suggestionView.acceptCount(count)}
            </Button>
            <Button variant="default" onClick={() => answerAll(reject)}>
              {messages.suggestionView.rejectCount(count)}
            </Button>
          </>
        ) : undefined}
      </div>
      {set.search === null ? undefined : <SearchProgress projectId={projectId} search={set.search} />}
      {list.error !== null ? <ErrorPanel error={list.error} onRetry={() => list.retry()} /> : undefined}
      {list.error === null && count === 0 ? (
        <EmptyState icon={isAnswered(set) ? 'check' : 'search'} text={emptyText(set)}>
          <Button variant="default" onClick={onClose}>
            {messages.suggestionView.backToResults}
          </Button>
        </EmptyState>
      ) : undefined}
      {list.error === null && count !== undefined && count > 0 ? (
        <ObjectTiles
          key={least}
          projectId={projectId}
          label={messages.shared.suggestions}
          list={list}
          count={count}
          selected={selected}
          onSelected={setSelected}
          onKey={onKey}
          pathOf={pathOf}
          suggestedOf={({ score }) => ({
            name: set.kind === 'box' ? messages.suggestionView.newBox(set.class_name) : set.class_name,
            color: set.color,
            score,
          })}
          scroller={scroller}
        />
      ) : undefined}
      {selected.size === 0 || !annotates ? undefined : (
        <SelectionBar
          onClear={() => {
            setSelected(new Map());
            scroller.current?.focus();
          }}
          label={messages.suggestionView.selectedSuggestions}
          text={messages.objectBar.countSelected(selected.size)}
        >
          <AnswerButtons
            looks={{
              yes: { icon: 'check', label: messages.suggestionView.accept },
              no: { icon: 'close', label: messages.suggestionView.reject },
            }}
            onAnswer={given => answer(answers[given], [...selected.values()])}
          />
        </SelectionBar>
      )}
    </div>
  );
}

/** A tile as the calls name it; a new box with its place. */
const openOf = ({ item_id, id, position, x, y, width, height }: SuggestedObject): OpenSuggestion => ({
  item_id,
  id: id ?? '',
  ...(position !== -1 || id === '' || x === null || y === null || width === null || height === null
    ? {}
    : { box: { x, y, width, height } }),
});

const isAnswered = ({ counts }: SuggestionSet): boolean => counts.open === 0 && counts.accepted + counts.rejected > 0;

function emptyText(set: SuggestionSet): string {
  if (set.counts.open > 0) return messages.suggestionView.noneAsAlike(set.counts.open);
  if (set.search !== null && set.search.error === null) return messages.suggestionView.noneYet;
  return isAnswered(set) || set.kind !== 'box' ? messages.suggestionView.noneOpen : messages.suggestionView.noneFound;
}
