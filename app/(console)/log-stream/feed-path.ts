export const FEED_PATH = "/api/console/log-stream/feed";
