import { Badge, Button, Loader, PasswordInput, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { client, Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, EmptyState, Icon } from '#core/ui/web/index.ts';
import { sharedApi } from '../../common/shared-api.ts';
import { messages } from '../messages.ts';
import { SharedFault } from '../shared-fault.tsx';
import { SharedItemView } from '../shared-item.tsx';
import classes from '../shared.module.css';

/** The page of a public link, without sign-in: a grid of items, or one item with its annotations. */
export default function SharedPage(): JSX.Element {
  const api = client(sharedApi, useService(Transport));
  const queries = useQueryClient();
  const { token = '', '*': rest = '' } = useParams();
  const share = useQuery({ queryKey: ['public-link', 'share'], queryFn: ({ signal }) => api.getShare({ signal }) });
  useEffect(() => {
    // Search engines that run pages read this; what was shared with few is not to be found by all.
    const robots = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex' });
    document.head.append(robots);
    return () => robots.remove();
  }, []);

  if (share.data === undefined) {
    if (share.error === null)
      return (
        <div className={classes['stage']}>
          <Loader size="sm" aria-label={messages.sharedPage.loading} />
        </div>
      );
    return isFault(share.error) && share.error.code === 'PASSWORD_REQUIRED' ? (
      <Unlock onUnlocked={() => queries.resetQueries({ queryKey: ['public-link'] })} />
    ) : (
      <main className={classes['body']}>
        <SharedFault error={share.error} retry={share.refetch} />
      </main>
    );
  }
  const { kind, name, team, itemId } = share.data;
  const all = `/public/${token}/explore`;
  const opened = kind === 'item' ? itemId : Number(/^item\/(\d+)$/.exec(rest)?.[1] ?? 0);
  return (
    <div className={classes['screen']}>
      <header className={classes['header']}>
        <h1 className={classes['name']}>{name}</h1>
        <Text c="var(--loupe-muted)">{messages.sharedPage.sharedBy(team)}</Text>
        <Badge variant="default">{messages.sharedPage.readOnly}</Badge>
      </header>
      <main className={classes['body']}>
        {opened === 0 || opened === null ? (
          <SharedItems token={token} />
        ) : (
          <SharedItemView itemId={opened} back={kind === 'item' ? undefined : all} />
        )}
      </main>
    </div>
  );
}

function Unlock({ onUnlocked }: { readonly onUnlocked: () => Promise<void> }): JSX.Element {
  const api = client(sharedApi, useService(Transport));
  const session = useService(SessionStore);
  const [password, setPassword] = useState('');
  return (
    <main className={classes['body']} style={{ maxWidth: 380, margin: '10vh auto 0', width: '100%' }}>
      <Text component="h1" fw={600} mb="md">
        {messages.sharedPage.protectedLink}
      </Text>
      <DialogForm
        action={messages.sharedPage.open}
        reads
        ready={password !== ''}
        onSubmit={async () => {
          const { pass } = await api.unlockShare({ body: { password } });
          session.usePublicPass(pass);
          await onUnlocked();
        }}
      >
        <PasswordInput
          label={messages.shared.password}
          autoFocus
          autoComplete="off"
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      </DialogForm>
    </main>
  );
}

function SharedItems({ token }: { readonly token: string }): JSX.Element {
  const api = client(sharedApi, useService(Transport));
  const items = useInfiniteQuery({
    queryKey: ['public-link', 'items'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => api.listSharedItems({ query: { after: pageParam }, signal }),
    getNextPageParam: page => (page.more ? page.data.at(-1)?.id : undefined),
  });
  if (items.data === undefined)
    return items.error === null ? (
      <Loader size="sm" aria-label={messages.sharedPage.loading} />
    ) : (
      <SharedFault error={items.error} retry={items.refetch} />
    );
  const all = items.data.pages.flatMap(page => page.data);
  if (all.length === 0) return <EmptyState icon="image" text={messages.sharedPage.nothingSharedHere} />;
  return (
    <>
      <ul className={classes['grid']} aria-label={messages.sharedPage.items}>
        {all.map(each => (
          <li key={each.id}>
            <Link className={classes['tile']} to={`/public/${token}/item/${each.id}`}>
              <span className={classes['thumbnail']}>
                {each.thumbnail === null ? (
                  <Icon name="image" size={32} />
                ) : (
                  <img src={each.thumbnail} alt="" loading="lazy" referrerPolicy="no-referrer" />
                )}
              </span>
              <span className={classes['tileName']} title={each.name}>
                {each.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {items.hasNextPage ? (
        <Button variant="default" mt="md" loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
          {messages.sharedPage.showMore}
        </Button>
      ) : undefined}
    </>
  );
}
