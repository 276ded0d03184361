import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import { useOpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OwnWork, ownWorkKey } from '../own-work.ts';
import classes from '../agreement.module.css';
import { messages } from '../messages.ts';

/**
 * Shows the state of the person's own copy of the open item, and the button that submits it. Not there where one works
 * on the item itself.
 */
export default function OwnWorkPanel({ context }: PanelProps): JSX.Element | undefined {
  const place = { projectId: Number(context['projectId']), itemId: Number(context['itemId']) };
  const own = useService(OwnWork);
  const keys = useKeyMap();
  const queries = useQueryClient();
  const opened = useOpenItem()?.opened;
  const { data } = useQuery({ queryKey: ownWorkKey(place.itemId), queryFn: () => own.state(place) });
  const acting = useMutation({
    mutationFn: async (act: () => Promise<unknown>) => {
      await act();
      await queries.invalidateQueries({ queryKey: ownWorkKey(place.itemId) });
    },
    onError: toastError,
  });
  // What is known of the item was read again: somebody may have submitted.
  const first = useRef(opened);
  useEffect(() => {
    if (first.current !== opened) void queries.invalidateQueries({ queryKey: ownWorkKey(place.itemId) });
    first.current = opened;
  }, [queries, place.itemId, opened]);
  if (data === undefined || data === null) return undefined;
  const submitted = data.state === 'submitted';
  return (
    <div className={classes['own']}>
      <Badge
        variant="light"
        color={submitted ? 'green' : 'gray'}
        tt="none"
        title={messages.panelsOwnWork.severalPeopleAnnotateThisItem}
      >
        {messages.ownWork.submittedOf(
          submitted ? messages.shared.submitted : messages.panelsOwnWork.yourOwnCopy,
          data.submitted,
          data.people,
        )}
      </Badge>
      {submitted ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={acting.isPending}
          onClick={() => acting.mutate(() => own.recall(place))}
        >
          {messages.panelsOwnWork.takeBack}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          loading={acting.isPending}
          title={keys.titled(messages.ownWork.submit, 'editor.primaryTransition')}
          onClick={() => acting.mutate(() => own.submit(place))}
        >
          {messages.panelsOwnWork.submit}
        </Button>
      )}
    </div>
  );
}
