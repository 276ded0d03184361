import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Pixels of the made clips, and the grid of blocks in which each frame shows its code. */
export const CLIP = { width: 320, height: 180, columns: 8, rows: 4 };

export const hasFfmpeg = () => ['ffmpeg', 'ffprobe'].every(name => spawnSync(name, ['-version']).status === 0);

/** The bits of a frame's blocks, row by row; no two frames of a clip have the same. */
export const codeOf = frame => Math.imul(frame + 1, 2_654_435_761) >>> 0;

/** The code as it lies in a picture that is shown turned by so many degrees, by blocks of that picture. */
export function turnedCode(code, rotation) {
  if (rotation === 0) return code;
  let turned = 0;
  for (let row = 0; row < CLIP.columns; row += 1)
    for (let column = 0; column < CLIP.rows; column += 1) {
      const at =
        rotation === 90
          ? (CLIP.rows - 1 - column) * CLIP.columns + row
          : column * CLIP.columns + CLIP.columns - 1 - row;
      if ((code >>> at) & 1) turned |= 1 << (row * CLIP.rows + column);
    }
  return turned >>> 0;
}

/** Frames of a phone that are long in the dark, in seconds as an expression of ffmpeg. */
const VARIABLE = "settb=1/90000,setpts='(N*0.033+floor(N/7)*0.021)/TB'";
const x264 = (...args) => ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...args];
const bFrames = ['-bf', '3', '-b_strategy', '0', '-g', '48'];
const vp9 = (...args) => ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '48', ...args];
const av1 = ['-c:v', 'libsvtav1', '-preset', '10', '-g', '48'];

/** Clips to make: `from` names a clip that is copied, otherwise frames are encoded. */
export const clips = [
  { name: 'h264-23976-bframes.mp4', rate: '24000/1001', args: x264(...bFrames) },
  { name: 'h264-25-plain.mp4', rate: '25', args: x264('-bf', '0', '-g', '50') },
  { name: 'h264-2997-bframes.mov', rate: '30000/1001', args: x264(...bFrames) },
  { name: 'h264-60-pyramid.mp4', rate: '60', args: x264('-bf', '8', '-b_strategy', '0', '-g', '60') },
  {
    name: 'h264-variable-phone.mp4',
    rate: '30',
    variable: true,
    args: x264(...bFrames, '-video_track_timescale', '90000'),
  },
  { name: 'h264-variable-plain.mkv', rate: '30', variable: true, args: x264('-bf', '0', '-g', '40') },
  { name: 'h264-open-gop.mp4', rate: '25', args: x264('-bf', '3', '-g', '24', '-x264-params', 'open-gop=1') },
  { name: 'h264-edit-list.mp4', from: 'h264-23976-bframes.mp4', before: ['-ss', '0.9'], args: ['-c', 'copy'] },
  { name: 'h264-turned.mp4', from: 'h264-2997-bframes.mov', args: ['-c', 'copy', '-metadata:s:v:0', 'rotate=90'] },
  {
    name: 'h264-fragmented.mp4',
    from: 'h264-23976-bframes.mp4',
    args: ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov'],
  },
  { name: 'vp9-30.webm', rate: '30', args: vp9('-lag-in-frames', '0') },
  {
    name: 'vp9-hidden-frames.webm',
    rate: '2997/100',
    args: vp9('-auto-alt-ref', '1', '-lag-in-frames', '20', '-deadline', 'good'),
  },
  { name: 'vp9-variable.webm', rate: '30', variable: true, args: vp9('-lag-in-frames', '0') },
  { name: 'av1-25.mp4', rate: '25', args: av1 },
  { name: 'av1-variable.webm', rate: '30', variable: true, args: av1 },
  {
    name: 'vp8-2997.webm',
    rate: '30000/1001',
    args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '48'],
  },
];

/** Brightness of a frame with its code, as planes of yuv420p. */
function planesOf(frame) {
  const { width, height, columns, rows } = CLIP;
  const planes = Buffer.alloc(width * height * 1.5, 128);
  const code = codeOf(frame);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const light = (code >>> (row * columns + column)) & 1 ? 210 : 45;
      for (let y = (row * height) / rows; y < ((row + 1) * height) / rows; y += 1) {
        const from = y * width + (column * width) / columns;
        planes.fill(light, from, from + width / columns);
      }
    }
  return planes;
}

/** Makes one clip of so many frames in a folder; answers its path. */
export async function makeClip({ name, from, rate, variable, before = [], args }, folder, frames) {
  const path = `${folder}/${name}`;
  if (from !== undefined) {
    await execute('ffmpeg', ['-v', 'error', '-y', ...before, '-i', `${folder}/${from}`, ...args, path]);
    return path;
  }
  const { width, height } = CLIP;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', rate, '-i', 'pipe:0'];
  const timing = variable === true ? ['-vf', VARIABLE, '-fps_mode', 'passthrough', '-enc_time_base', '1:90000'] : [];
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...timing, ...args, path], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', text => (said += text));
  const ended = once(child, 'close');
  for (let frame = 0; frame < frames; frame += 1)
    if (!child.stdin.write(planesOf(frame))) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg could not make ${name}: ${said}`);
  return path;
}

/**
 * Seconds at which the packets of a file are shown, in that order, as ffprobe reads them; those that are only decoded
 * are left out.
 */
export async function packetTimes(path) {
  const { stdout } = await execute(
    'ffprobe',
    ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', path],
    { maxBuffer: 1 << 28 },
  );
  return stdout
    .trim()
    .split('\n')
    .map(line => line.split(','))
    .filter(([, flags]) => !flags.includes('D'))
    .map(([time]) => Number(time))
    .sort((one, other) => one - other);
}

/** A clip that moves everywhere, repeated without encoding it again. */
export async function makeFilm(path, { width, height, rate, seconds, repeated = 0, keyEvery }) {
  const loop = `${path}.loop.mp4`;
  const made = `testsrc2=size=${width}x${height}:rate=${rate}:duration=${seconds}`;
  const encoding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    String(keyEvery),
    '-b:v',
    '50M',
    '-maxrate',
    '50M',
    '-bufsize',
    '50M',
  ];
  await execute('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', made, ...encoding, loop]);
  await execute('ffmpeg', ['-v', 'error', '-y', '-stream_loop', String(repeated), '-i', loop, '-c', 'copy', path]);
  return path;
}
