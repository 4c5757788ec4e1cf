import { bulkStartPage, bulkStartTitle } from "../../_metadata-bulk/bulk-start";

export const metadata = bulkStartTitle("session");

export default bulkStartPage("session");
