import { postedOpened } from "@/lib/dashboard/request/posted-opened";
import type { MetadataEntry } from "../rows/metadata-rows";

export const postedBaseline = postedOpened<readonly MetadataEntry[]>("posted-metadata-baseline");
