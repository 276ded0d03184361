/** Bucket of uploads, and the first part of their path on the origin: no page or call may begin so. */
export const UPLOAD_BUCKET = 'loupe-uploads';

/** Region of the keys; any other text in a signature does as well. */
export const UPLOAD_REGION = 'us-east-1';
