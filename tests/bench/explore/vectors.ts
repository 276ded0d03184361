export {
  nearest,
  signWords,
  vectorBytes,
  writeSigns,
} from '../../../plugins/analyze/explore/server/embeddings/vector-search.ts';
