import { Button, FileButton, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { fileSize, Icon, Modal, Segments, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import { collectPicked } from './collect-files.ts';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { messages } from '../messages.ts';
import type { Choice, PlannedUpload, UploadPlace } from './upload-plan.ts';
import { acceptedEndings, UploadPlanner } from './upload-plan.ts';
import { UploadQueue } from './upload-queue.ts';
import { DropZone } from './drop-zone.tsx';
import { UploadList } from './upload-list.tsx';
import { useFileKind } from './use-file-kind.ts';

/** Chooses files, says what will happen to them, and shows how far they are. Closing it stops nothing. */
export function UploadDialog({ place }: { readonly place: UploadPlace | undefined }): JSX.Element {
  const queue = useService(UploadQueue);
  const dialogs = useService(DataDialogs);
  const { opened, total } = useSnapshot(queue.state);
  const { choice } = useSnapshot(dialogs.state);
  const kind = useFileKind();
  const close = (): void => {
    dialogs.forgetChoice();
    queue.open(false);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={place === undefined ? messages.shared.upload : messages.uploadDialog.uploadToFolderName(place.folderName)}
      size="lg"
    >
      {choice !== undefined && place !== undefined ? (
        <Ask choice={choice as Choice} place={place} />
      ) : (
        <Stack gap="md">
          <DropZone onFiles={found => dialogs.choose(found, kind)}>
            <Text className={classes['zoneTitle']!}>{messages.shared.dropPluralOrFoldersHere(kind.plural)}</Text>
            <Text size="sm">
              {messages.uploadDialog.orArchivesOfThem(
                kind.shown,
                kind.unpacks('a.zip') ? messages.uploadDialog.zipAndTar : 'TAR',
              )}
            </Text>
            <PickButtons />
          </DropZone>
          {total > 0 ? <UploadList /> : undefined}
        </Stack>
      )}
    </Modal>
  );
}

/** Buttons for those who do not drag: files, or a whole folder. */
export function PickButtons(): JSX.Element {
  const dialogs = useService(DataDialogs);
  const queue = useService(UploadQueue);
  const kind = useFileKind();
  const take = (files: Iterable<File>): void => {
    dialogs.choose(collectPicked(files), kind);
    queue.open(true);
  };
  return (
    <Group gap="xs" mt={4}>
      <FileButton multiple accept={acceptedEndings(kind)} onChange={take}>
        {props => (
          <Button {...props} leftSection={<Icon name={kind.word === 'image' ? 'newImage' : 'file'} size={14} />}>
            {messages.uploadDialog.choosePlural(kind.plural)}
          </Button>
        )}
      </FileButton>
      <FileButton multiple onChange={take} inputProps={{ webkitdirectory: '' } as object}>
        {props => (
          <Button {...props} variant="default" leftSection={<Icon name="folder" size={14} />}>
            {messages.shared.chooseAFolder}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function Ask({ choice, place }: { readonly choice: Choice; readonly place: UploadPlace }): JSX.Element {
  const queue = useService(UploadQueue);
  const planner = useService(UploadPlanner);
  const dialogs = useService(DataDialogs);
  const kind = useFileKind();
  const [intoFolders, setIntoFolders] = useState(choice.folders.length > 1);
  const total = choice.files.length + choice.archives.length;
  const [onDuplicate, setOnDuplicate] = useState<'skip' | 'replace'>('skip');
  /** The server's answer about the choice; when only a part fits, the person is asked once more. */
  const [answer, setAnswer] = useState<PlannedUpload>();
  const refused = [...choice.refused].map(([ending, count]) => `${count.toLocaleString('en')} ${ending}`).join(', ');
  const bytes = [...choice.files, ...choice.archives].reduce((sum, each) => sum + each.file.size, 0);

  const upload = (plan: PlannedUpload): void => {
    queue.add(plan.uploads);
    dialogs.forgetChoice();
  };
  const planning = useMutation({
    mutationFn: () => planner.plan(choice, place, intoFolders, onDuplicate),
    onSuccess: plan => {
      if (plan.uploads.length === 0 || plan.limit !== undefined || plan.repeated.length > 0) setAnswer(plan);
      else upload(plan);
    },
    onError: toastError,
  });
  const begin = useOnceAtATime(planning);

  return (
    <Stack gap="md">
      <Text fw={500}>
        {[
          ...(choice.files.length > 0 || choice.archives.length === 0
            ? [counted(choice.files.length, kind.word, kind.plural)]
            : []),
          ...(choice.archives.length > 0
            ? [counted(choice.archives.length, messages.uploadDialog.archive, messages.uploadDialog.archives)]
            : []),
        ].join(' and ')}
        , {fileSize(bytes)}
      </Text>
      <div className={classes['notes']}>
        {refused === '' ? undefined : (
          <span>{messages.uploadDialog.leftOutBecauseWordProjects(kind.word, refused)}</span>
        )}
        {answer === undefined || answer.repeated.length === 0 ? undefined : (
          <span role="alert" style={{ color: 'var(--loupe-danger)' }}>
            {messages.uploadDialog.sameNames(answer.repeated)}
          </span>
        )}
        {answer === undefined || (answer.uploads.length > 0 && answer.limit === undefined) ? undefined : (
          <span role="alert" style={{ color: 'var(--loupe-danger)' }}>
            {answer.limit ?? messages.uploadDialog.thereIsNothingToUpload}
            {answer.limit === undefined
              ? ''
              : answer.uploads.length > 0
                ? messages.uploadDialog.countOfFit(
                    answer.uploads.length.toLocaleString('en'),
                    total.toLocaleString('en'),
                  )
                : messages.uploadDialog.noneFits}
          </span>
        )}
      </div>
      {choice.folders.length === 0 && choice.archives.length > 0 ? (
        <Switch
          checked={intoFolders}
          onChange={event => {
            setIntoFolders(event.currentTarget.checked);
            setAnswer(undefined);
          }}
          label={messages.uploadDialog.makeTheFoldersOfTheArchive}
          description={
            intoFolders
              ? messages.uploadDialog.eachOutermostFolder
              : messages.uploadDialog.allPluralGoIntoFolderName(kind.plural, place.folderName)
          }
        />
      ) : undefined}
      {choice.folders.length > 0 ? (
        <Switch
          checked={intoFolders}
          onChange={event => {
            setIntoFolders(event.currentTarget.checked);
            setAnswer(undefined);
          }}
          label={
            choice.folders.length === 1
              ? messages.uploadDialog.putThemIntoAFolder(choice.folders[0]!)
              : messages.uploadDialog.makeAFolderForEach(choice.folders.length)
          }
          description={
            intoFolders
              ? messages.uploadDialog.folderOfTheSameName(kind.plural)
              : messages.uploadDialog.allGoIntoFolderName(place.folderName)
          }
        />
      ) : undefined}
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {messages.uploadDialog.whenANameIsTaken}
        </Text>
        <Segments
          aria-label={messages.uploadDialog.whenANameIsTaken}
          value={onDuplicate}
          onChange={value => {
            setOnDuplicate(value);
            setAnswer(undefined);
          }}
          data={[
            { value: 'skip', label: messages.uploadDialog.skipTheNewFile },
            { value: 'replace', label: messages.uploadDialog.replaceTheWord(kind.word) },
          ]}
        />
      </Stack>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => dialogs.forgetChoice()}>
          {messages.shared.back}
        </Button>
        <Button
          loading={planning.isPending}
          disabled={total === 0 || answer?.uploads.length === 0}
          onClick={() => (answer === undefined ? begin() : upload(answer))}
          data-autofocus
        >
          {messages.uploadDialog.uploadCount(
            answer?.limit === undefined ? '' : messages.uploadDialog.theFirst,
            (answer?.uploads.length ?? total).toLocaleString('en'),
          )}
        </Button>
      </Group>
    </Stack>
  );
}
