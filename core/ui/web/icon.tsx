import {
  IconActivity, IconAdjustments, IconAlertTriangle, IconArchive, IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconBan, IconBox, IconBuilding, IconCheck, IconChevronDown, IconChevronLeft, IconChevronRight,
  IconChevronUp, IconCircle, IconCircleCheck, IconCircleDot, IconCircleX, IconClipboard, IconClock, IconCommand, IconCopy, IconCursorText, IconDots, IconDownload, IconEye, IconEyeOff, IconFile, IconFilter, IconFolder,
  IconFolderPlus, IconGripVertical, IconHelp, IconHistory, IconKeyboard, IconLayoutGrid, IconLayoutList, IconLine, IconLink, IconLoader2, IconLock, IconLockOpen, IconLogout, IconMail, IconMaximize, IconMessage, IconMinus,
  IconMagnet, IconMoon, IconOval, IconPencil, IconPhoto, IconPhotoPlus, IconPin, IconPinFilled, IconPlayerPause, IconPlayerPlay, IconPlug, IconPlus, IconPoint, IconPointer, IconPolygon, IconRefresh, IconRestore, IconRoute, IconSearch, IconSend,
  IconSettings, IconShape, IconShield, IconSortAscending, IconSortDescending, IconSquare, IconSquareRotated, IconStar, IconStretching, IconSun, IconTag, IconTags, IconTrash, IconUpload, IconUser, IconUserPlus, IconUsers, IconVectorBezier2, IconX, IconZoomIn, IconZoomOut,
  IconBrush, IconBucketDroplet, IconEraser, IconLasso, IconPolygonOff, IconTexture, IconWand,
  IconThumbDown, IconThumbUp, IconColorFilter, IconScissors, IconSparkles,
  IconLayersIntersect, IconLayersLinked, IconLayersSubtract, IconLayersUnion, IconLayersDifference, IconLayoutAlignBottom, IconLayoutAlignCenter, IconLayoutAlignLeft, IconLayoutAlignMiddle, IconLayoutAlignRight, IconLayoutAlignTop, IconLayoutDistributeHorizontal,
  IconCopyPlus, IconLayoutDistributeVertical, IconSlice, IconStackBack, IconStackBackward, IconStackForward, IconStackFront, IconUnlink, IconVectorOff, IconVectorSpline,
  IconApps, IconCalendar, IconCode, IconColumns, IconHash, IconMarkdown, IconPilcrow, IconChartBar, IconTable, IconVolume, IconWorld,
} from '@tabler/icons-react';
import type { JSX } from 'react';

/** Icons by the names manifests use. One place, so that the same thing has the same picture everywhere. */
const icons = {
  activity: IconActivity, adjust: IconAdjustments, warning: IconAlertTriangle, archive: IconArchive, undo: IconArrowBackUp, redo: IconArrowForwardUp, back: IconArrowLeft, ban: IconBan, box: IconBox, organization: IconBuilding,
  check: IconCheck, down: IconChevronDown, left: IconChevronLeft, right: IconChevronRight, up: IconChevronUp, circle: IconCircle, approved: IconCircleCheck, progress: IconCircleDot, rejected: IconCircleX, clipboard: IconClipboard,
  clock: IconClock, command: IconCommand, copy: IconCopy, text: IconCursorText, more: IconDots, download: IconDownload, eye: IconEye, hidden: IconEyeOff, file: IconFile, filter: IconFilter, folder: IconFolder, newFolder: IconFolderPlus,
  grip: IconGripVertical, help: IconHelp, history: IconHistory, keyboard: IconKeyboard, grid: IconLayoutGrid, list: IconLayoutList, polyline: IconLine, link: IconLink, loader: IconLoader2, lock: IconLock, unlock: IconLockOpen, signOut: IconLogout,
  mail: IconMail, fit: IconMaximize, comment: IconMessage, minus: IconMinus, moon: IconMoon, edit: IconPencil, image: IconPhoto, newImage: IconPhotoPlus, pin: IconPin, pinned: IconPinFilled, pause: IconPlayerPause, play: IconPlayerPlay,
  plugin: IconPlug, plus: IconPlus, point: IconPoint, select: IconPointer, polygon: IconPolygon, refresh: IconRefresh, restore: IconRestore, workflow: IconRoute, search: IconSearch, send: IconSend, settings: IconSettings, shape: IconShape,
  shield: IconShield, ascending: IconSortAscending, descending: IconSortDescending, square: IconSquare, star: IconStar, sun: IconSun, tag: IconTag, classes: IconTags, trash: IconTrash, upload: IconUpload, person: IconUser,
  invite: IconUserPlus, people: IconUsers, close: IconX, zoomIn: IconZoomIn, zoomOut: IconZoomOut,
  ellipse: IconOval, magnet: IconMagnet, magnetLine: IconVectorBezier2, rotatedSquare: IconSquareRotated, skeleton: IconStretching,
  brush: IconBrush, eraser: IconEraser, fill: IconBucketDroplet, lasso: IconLasso, polygonOff: IconPolygonOff, superpixels: IconTexture, wand: IconWand,
  magic: IconSparkles, scissors: IconScissors, colorWand: IconColorFilter,
  thumbUp: IconThumbUp, thumbDown: IconThumbDown,
  slice: IconSlice, simplify: IconVectorSpline, union: IconLayersUnion, intersect: IconLayersIntersect, subtract: IconLayersSubtract, cutOut: IconLayersDifference, group: IconLayersLinked, ungroup: IconVectorOff, duplicate: IconCopyPlus, unlink: IconUnlink,
  toFront: IconStackFront, forward: IconStackForward, backward: IconStackBackward, toBack: IconStackBack,
  alignLeft: IconLayoutAlignLeft, alignCentre: IconLayoutAlignCenter, alignRight: IconLayoutAlignRight, alignTop: IconLayoutAlignTop, alignMiddle: IconLayoutAlignMiddle, alignBottom: IconLayoutAlignBottom,
  distributeAcross: IconLayoutDistributeHorizontal, distributeDown: IconLayoutDistributeVertical,
  apps: IconApps, chart: IconChartBar, calendar: IconCalendar, code: IconCode, columns: IconColumns, number: IconHash, markdown: IconMarkdown, paragraph: IconPilcrow, table: IconTable, sound: IconVolume, world: IconWorld,
} as const;

export type IconName = keyof typeof icons;

/** An icon of 16 px (or `size`) in the colour of the text. Unknown names show a dot, so a plugin's slip is no crash. */
export function Icon({ name, size = 16 }: { readonly name: string; readonly size?: number }): JSX.Element {
  const Shape = icons[name as IconName] ?? IconPoint;
  return <Shape size={size} stroke={1.6} aria-hidden />;
}
