import { OperationMissing } from "@/app/_forms/page-notices";

/** What can't be done with templates, since the tenant has not granted the console scopes for it. */
export function TemplateWritesMissing() {
	return (
		<>
			<OperationMissing operation="post_vc_templates" what="create templates" />
			<OperationMissing operation="patch_vc_templates_by_id" what="change templates" />
			<OperationMissing operation="delete_vc_templates_by_id" what="delete templates" />
		</>
	);
}
