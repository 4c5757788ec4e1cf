import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { ConnectionContent } from "../_edit/connection-content";

/** By the connection's identifier; an empty one for what is yet to be created. */
export const postedContent = postedOpened<ConnectionContent>("posted-connection");
