/** Reads QR codes from the camera's picture. Answers their texts; most of the time there are none. */
export type Detect = (video: HTMLVideoElement) => Promise<string[]>;
