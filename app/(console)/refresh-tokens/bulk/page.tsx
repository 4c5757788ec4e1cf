import { bulkStartPage, bulkStartTitle } from "../../_metadata-bulk/bulk-start";

export const metadata = bulkStartTitle("refresh token");

export default bulkStartPage("refresh token");
