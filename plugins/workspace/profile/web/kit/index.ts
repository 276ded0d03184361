export { useIdentityProof } from '../identity-proof.tsx';
