export {
  nearest,
  putVector,
  signWords,
  vectorBytes,
} from '../../../plugins/analyze/explore/server/embeddings/vector-search.ts';
