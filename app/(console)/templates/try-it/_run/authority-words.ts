/** What a result says where the text is no certificate: the service takes any. */
export const AUTHORITY_UNREADABLE = "The custom certificate authority can't be read, so it is not believed here.";
