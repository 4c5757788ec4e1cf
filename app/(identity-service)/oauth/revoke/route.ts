export {
	handleAuthentication as GET,
	handleAuthentication as POST,
	handleAuthentication as OPTIONS,
} from "@/lib/identity-service/authentication/endpoint/handle-authentication";
