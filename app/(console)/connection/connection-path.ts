export const CONNECTION_PATH = "/connection";

/** Left by the button for the page that it leads to. */
export const RUN_CHECK = "check";
