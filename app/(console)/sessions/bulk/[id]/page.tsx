import { bulkProgressPage, bulkProgressTitle } from "../../../_metadata-bulk/bulk-progress";

export const generateMetadata = bulkProgressTitle("session");

export default bulkProgressPage("session");
