import { useQuery } from "@tanstack/react-query";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";

/**
 * The metadata keys on the user's other resources of the kind, requested while a key is being typed, until a request
 * succeeds. Failures are not reported: the editor works without suggestions.
 */
export function useKeysInUse(resource: MetadataResource, id: string, userId: string | null, isTyping: boolean) {
	const query = new URLSearchParams({ resource, user: userId ?? "", except: id });
	const { data } = useQuery<{ keys?: readonly string[] }>({
		queryKey: [`/api/console/keys-in-use?${query}`],
		enabled: isTyping && userId !== null,
	});
	return data?.keys ?? [];
}
