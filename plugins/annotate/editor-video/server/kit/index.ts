export { VideoMedia } from '../video-media.ts';
