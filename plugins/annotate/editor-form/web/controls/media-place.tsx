import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { errorText, Icon } from '#core/ui/web/index.ts';
import { readFileReference } from '#plugins/annotate/form/common/index.ts';
import { useForm } from '../form-context.ts';
import type { FieldState } from '../form-context.ts';
import { mediaAddress } from './media-address.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface MediaPlaceProps {
  readonly field: FieldState;
  /** Its kind, in a word: `image`. */
  readonly what: string;
  /** Draws what lies at an address of our own; `onError` is called when it cannot be shown. */
  readonly children: (address: string, onError: () => void) => ReactNode;
}

/** Signed addresses hold for one hour at least. */
const HOLDS = 50 * 60_000;

/**
 * A medium where it lies: our own is shown as it is, one of another host by way of the server, and in place of one that
 * cannot be shown stands why.
 */
export function MediaPlace({ field, what, children }: MediaPlaceProps): JSX.Element {
  const stored = readFileReference(field.value);
  const place = mediaAddress(field.value, location.href);
  if (stored !== undefined)
    return (
      <Stored reference={String(field.value)} name={stored.name} what={what}>
        {children}
      </Stored>
    );
  switch (place.kind) {
    case 'none':
      return <div className={classes['quiet']}>{messages.mediaPlace.noWhat(what)}</div>;
    case 'unknown':
      return <div className={classes['quiet']}>{messages.mediaPlace.thisWhatCantBeShownHere(what, place.text)}</div>;
    case 'outside':
      return (
        <Outside address={place.address} what={what}>
          {children}
        </Outside>
      );
    case 'shown':
      return (
        <Drawn key={place.address} address={place.address} link={place.address} what={what}>
          {children}
        </Drawn>
      );
  }
}

type PartProps = Pick<MediaPlaceProps, 'what' | 'children'>;

function Outside({ address, what, children }: PartProps & { readonly address: string }): JSX.Element {
  const { files } = useForm();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['form-media', files?.itemId ?? 0, address],
    queryFn: () => files?.media(address) ?? null,
    staleTime: HOLDS,
    gcTime: 0,
    retry: false,
  });
  const link = (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
  if (error !== null)
    return (
      <div className={classes['quiet']} role="status">
        {messages.mediaPlace.whatAtLinkIsNotThere({ what, link, reason: errorText(error) })}{' '}
        <Again onClick={() => void refetch()} />
      </div>
    );
  if (data === undefined || (data === null && isFetching)) return <Waiting what={what} />;
  if (data === null)
    return (
      <div className={classes['quiet']}>
        {messages.mediaPlace.whatLiesAt({ what, link })}{' '}
        {files === undefined ? (
          messages.mediaPlace.mediaOfOtherHosts
        ) : (
          <>
            {messages.mediaPlace.itIsShownOnce} <Again onClick={() => void refetch()} />
          </>
        )}
      </div>
    );
  return (
    <Drawn key={data} address={data} link={address} what={what}>
      {children}
    </Drawn>
  );
}

function Stored({
  reference,
  name,
  what,
  children,
}: PartProps & { readonly reference: string; readonly name: string }): JSX.Element {
  const { files } = useForm();
  const { data, error, refetch } = useQuery({
    queryKey: ['form-file', files?.itemId ?? 0, reference],
    queryFn: async () => (await files?.file(reference)) ?? null,
    staleTime: HOLDS,
    gcTime: 0,
    retry: false,
  });
  if (error !== null)
    return (
      <div className={classes['quiet']} role="status">
        {messages.mediaPlace.nameIsNotThere(name, errorText(error))} <Again onClick={() => void refetch()} />
      </div>
    );
  if (data === undefined) return <Waiting what={what} />;
  if (data === null) return <div className={classes['quiet']}>{messages.mediaPlace.nameIsNoFile(name)}</div>;
  return (
    <Drawn key={data.url} address={data.url} link={data.url} what={what}>
      {children}
    </Drawn>
  );
}

/** The medium, or its replacement when the browser cannot read it. */
function Drawn({
  address,
  link,
  what,
  children,
}: PartProps & { readonly address: string; readonly link: string }): JSX.Element {
  const [failed, setFailed] = useState(false);
  if (!failed) return <>{children(address, () => setFailed(true))}</>;
  return (
    <div className={classes['quiet']} role="status">
      {messages.mediaPlace.whatCannotBeShown({
        what,
        link: (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {link.startsWith('data:') ? messages.mediaPlace.openIt : link}
          </a>
        ),
      })}{' '}
      <Again onClick={() => setFailed(false)} />
    </div>
  );
}

const Waiting = ({ what }: { readonly what: string }): JSX.Element => (
  <div className={classes['quiet']}>
    <Loader size={12} aria-label={messages.mediaPlace.loadingTheWhat(what)} />
  </div>
);

const Again = ({ onClick }: { readonly onClick: () => void }): JSX.Element => (
  <Button variant="subtle" size="compact-xs" leftSection={<Icon name="refresh" size={12} />} onClick={onClick}>
    {messages.shared.tryAgain}
  </Button>
);
