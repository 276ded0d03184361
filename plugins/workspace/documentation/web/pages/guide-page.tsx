import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, PageBody, PageHeader, SearchBox, usePageName } from '#core/ui/web/index.ts';
import classes from '../documentation.module.css';
import { GuideText } from '../guide-text.tsx';
import { guideByName, guideGroups, placesOf } from '../guides.ts';
import { messages } from '../messages.ts';

const FIRST = 'annotating';

/** A guide, with the list of all of them beside it and a search over their texts. */
export default function GuidePage(): JSX.Element {
  const team = useTeam();
  const { guide: name = FIRST } = useParams();
  const { hash } = useLocation();
  const [search, setSearch] = useState('');
  const base = `/t/${team.id}/docs`;
  const guide = guideByName.get(name);
  usePageName(guide?.title);
  const text = useQuery({
    queryKey: ['documentation', 'guide', name],
    queryFn: () => guide!.text(),
    enabled: guide !== undefined,
    staleTime: Infinity,
  });
  const isSearching = search.trim() !== '';
  const places = useQuery({
    queryKey: ['documentation', 'texts'],
    queryFn: async () =>
      Promise.all([...guideByName.values()].map(async each => [each.name, await each.text()] as const)),
    enabled: isSearching,
    staleTime: Infinity,
  });
  const found = isSearching
    ? new Map((places.data ?? []).map(([each, content]) => [each, placesOf(content, search)]))
    : undefined;
  const shown = guideGroups
    .map(group => ({ ...group, guides: group.guides.filter(each => found === undefined || found.get(each.name)) }))
    .filter(group => group.guides.length > 0);

  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (text.data === undefined) return;
    const target = hash === '' ? undefined : document.getElementById(decodeURIComponent(hash.slice(1)));
    (target ?? article.current)?.scrollIntoView({ block: 'start' });
  }, [text.data, hash]);

  return (
    <>
      <PageHeader title={messages.guidePage.documentation}>
        <SearchBox value={search} onChange={setSearch} label={messages.guidePage.search} />
      </PageHeader>
      <PageBody>
        <div className={classes['frame']}>
          <nav className={classes['list']} aria-label={messages.guidePage.guides}>
            {shown.map(group => (
              <section key={group.title}>
                <h2>{group.title}</h2>
                <ul>
                  {group.guides.map(each => (
                    <li key={each.name}>
                      <Link
                        to={`${base}/${each.name}`}
                        {...(each.name === name ? { 'aria-current': 'page' as const } : {})}
                      >
                        {each.title}
                        {found === undefined ? undefined : (
                          <span className={classes['places']}>
                            {messages.guidePage.found(found.get(each.name) ?? 0)}
                          </span>
                        )}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {found !== undefined && places.isSuccess && shown.length === 0 ? (
              <Text c="var(--loupe-muted)">{messages.guidePage.nothingFound(search.trim())}</Text>
            ) : undefined}
          </nav>
          <article ref={article} className={classes['text']}>
            {guide === undefined ? (
              <EmptyState icon="help" text={messages.guidePage.noSuchGuide} />
            ) : text.isError ? (
              <ErrorPanel error={text.error} onRetry={() => void text.refetch()} />
            ) : text.data === undefined ? (
              <Skeleton h={320} />
            ) : (
              <GuideText text={text.data} base={base} />
            )}
          </article>
        </div>
      </PageBody>
    </>
  );
}
