import { bulkProgressPage, bulkProgressTitle } from "../../../_metadata-bulk/bulk-progress";

export const generateMetadata = bulkProgressTitle("refresh token");

export default bulkProgressPage("refresh token");
